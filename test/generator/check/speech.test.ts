// Tests how `check` examines the roles and causes (reasons) of speech.json: the names in it exist, a cause holds for
// some calls and not for others, and the users of stories may ask for the calls of their stories.
import { afterAll, describe, expect, test } from 'vitest';
import { loadEnvironment } from '../../../envs/folder/environment-folder.ts';
import type { Cause, Role, Speech } from '../../../envs/values/speech.ts';
import { World } from '../../../envs/world/world.ts';
import { Report } from '../../../generator/check/check-report.ts';
import { checkStories } from '../../../generator/check/check-stories.ts';

const shop = loadEnvironment(new URL('../../../fixtures/environments/order-desk', import.meta.url).pathname);
const opened: World[] = [];
afterAll(() => {
  for (const world of opened) world.close();
});

/** Returns the faults of a speech.json in the shop, with only two of the shop's stories. */
function faultsOf(speech: Speech): string[] {
  const stories = shop.stories?.filter(({ name }) => /^(?:clear out what is not packed|beyond the desk)$/.test(name));
  const environment = { ...shop, stories: stories ?? [], speech };
  const world = new World(environment);
  opened.push(world);
  const report = new Report(environment);
  checkStories(world, report);
  return report.done(world.hash).failures.map(({ detail }) => detail);
}

const ofCause = (cause: Cause): string[] => faultsOf({ tools: { cancel_order: { causes: [cause] } } });
const ofRole = (role: Role, asked_by?: readonly string[]): string[] =>
  faultsOf({
    tools: asked_by === undefined ? {} : { cancel_order: { asked_by: [...asked_by] } },
    roles: { customer: role },
  });

const PENDING =
  "SELECT date(o.placed_at) AS day FROM orders AS o WHERE o.order_id = :order_id AND o.status = 'pending'";
const says = ['It is from {day}.'];

describe('a cause', () => {
  test('that holds for some goals and not for others is sound', () => {
    expect(ofCause({ when: PENDING, says })).toEqual([]);
  });

  test('holds neither for no goal nor, without a reason, for all', () => {
    expect(ofCause({ when: PENDING.replace('pending', 'gone'), says }).join()).toMatch(
      /it holds for none of \d+ goals/,
    );
    const all = PENDING.replace(/ AND .*/, '');
    expect(ofCause({ when: all, says }).join()).toMatch(/it holds for all of \d+ goals/);
    expect(ofCause({ when: all, says, always: 'every order has a day' })).toEqual([]);
    expect(ofCause({ when: PENDING, says, always: 'every order has a day' }).join()).toMatch(/"always" is said/);
  });

  test('names arguments of its tool and columns of its SELECT', () => {
    expect(ofCause({ when: PENDING.replace(':order_id', ':order'), says }).join()).toMatch(/:order is no argument/);
    expect(ofCause({ when: PENDING, says: ['It is from {placed_at}.'] }).join()).toMatch(/\{placed_at\} is no column/);
    expect(ofCause({ when: PENDING.replace('orders AS o', 'mugs AS o'), says }).join()).toMatch(/mugs/);
  });

  test('is a whole sentence in the words of a user', () => {
    expect(ofCause({ when: PENDING, says: ['because of {day}'] }).join()).toMatch(/no whole sentence/);
    expect(ofCause({ when: PENDING, says: ['The placed_at is {day}.'] }).join()).toMatch(/no user says: column name/);
    const named = PENDING.replace('date(o.placed_at)', 'o.order_id');
    expect(ofCause({ when: named, says: ['I mean {day}.'] }).join()).toMatch(/no user says: id/);
  });
});

describe('a role', () => {
  const is = [{ says: ['You buy things.'] }];

  test('of people who exist, with whole sentences, is sound', () => {
    expect(ofRole({ is })).toEqual([]);
    expect(ofRole({ is }, ['customer'])).toEqual([]);
  });

  test('is named by a tool only where it exists', () => {
    expect(ofRole({ is }, ['clerk']).join()).toMatch(/names the role clerk, and there is none; there are customer/);
  });

  test('has people, lines that hold for somebody, and no values in its sentences', () => {
    const none = 'SELECT c.customer_id FROM customers AS c WHERE c.tier = :tier';
    expect(ofRole({ people: none.replace(':tier', "'iron'"), is }).join()).toMatch(/people has no row/);
    expect(ofRole({ people: none, is }).join()).toMatch(/:tier is not known/);
    expect(ofRole({ is: [{ says: ['You live in {city}.'] }] }).join()).toMatch(/without \{names\}/);
    const iron = "SELECT 1 FROM customers AS c WHERE c.email = :user.email AND c.tier = 'iron'";
    expect(ofRole({ is: [...is, { when: iron, says: ['You are iron.'] }] }).join()).toMatch(/holds for nobody/);
    expect(ofRole({ is: [{ when: 'SELECT 1 WHERE :order_id = 1', says: ['You are.'] }] }).join()).toMatch(/:user only/);
  });

  test('is one that the user of each story has, and in which the story may be asked for', () => {
    const few = "SELECT c.email FROM customers AS c WHERE c.email = 'marta.ilves@example.com'";
    expect(ofRole({ people: few, is })).toContain('the user of "beyond the desk" has no role');
    const two = faultsOf({
      tools: { cancel_order: { asked_by: ['clerk'] } },
      roles: { customer: { is }, clerk: { people: few, is } },
    });
    expect(two.join()).toMatch(/"clear out what is not packed" is customer, and cancel_order is asked for by clerk/);
  });
});
