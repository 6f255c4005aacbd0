// Tests that a user operates its own device and reads values from it. The agent may ask in any words. The user knows
// the device only through the environment's tools.
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { deviceOf, OwnDevice } from '../../agents/users/own-device.ts';
import { OwnTools, type Told } from '../../agents/users/own-tools.ts';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import { listTools } from '../../envs/server/tool-listing.ts';
import type { EpisodeMessage } from '../../envs/values/episode.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';
import { part } from '../support/part.ts';
import { CARRIER_CARE } from '../support/server.ts';

const gallery = join(CARRIER_CARE, '../../../gallery');
const worlds = new Map<string, World>();
afterAll(() => worlds.forEach((world) => world.close()));

const DEVICES: Readonly<Record<string, readonly [dir: string, facts: { label: string; value: string }[]]>> = {
  phone: [CARRIER_CARE, [{ label: 'phone number', value: '555-0143-210' }]],
  laptop: [join(gallery, 'helpdesk'), [{ label: 'asset tag', value: 'LT-2004' }]],
  home: [join(gallery, 'smart-home'), [{ label: 'device id', value: 'dev-1002' }]],
  rider: [join(gallery, 'rides'), [{ label: 'phone', value: '07700 900980' }]],
  cellar: [join(gallery, 'utility'), [{ label: 'meter id', value: 'MTR-53-27943' }]],
  prompts: [join(gallery, 'leave-desk'), [{ label: 'employee id', value: 'EMP-1538' }]],
};

function told(device: string, message: string, known?: string): Told {
  const [dir = '', facts = []] = DEVICES[device] ?? [];
  const world = worlds.get(dir) ?? openEnvironment(dir);
  worlds.set(dir, world);
  const { speech } = world.environment;
  const tools = new OwnTools(listTools(world, 'user', 'openai'), { speech, tools: world.tools, facts });
  return tools.told(message, { known: known ?? facts.map(({ value }) => value).join(' ') });
}

const calls = (device: string, message: string): string =>
  told(device, message)
    .instructions.map(({ name, args }) => [name, ...Object.values(args).map(String)].join(' '))
    .join('; ');

describe('an instruction in any words', () => {
  test.each([
    ['phone', 'Your SIM should be reseated now: please take the SIM card out and put it back.', 'reseat_sim'],
    ['cellar', 'The gateway is registered again, and your display should show figures now. What else can I do?', ''],
    ['phone', 'Would you switch off the VPN and the data saver for me?', 'toggle_vpn false; toggle_data_saver false'],
    [
      'phone',
      'Turn data roaming off, wait ten seconds, and then back on again.',
      'toggle_data_roaming false; toggle_data_roaming true',
    ],
    ['phone', 'Please power-cycle the phone.', 'restart_phone'],
    ['phone', 'Pop the SIM out: please take the SIM card out and put it back.', 'reseat_sim'],
    ['phone', 'Please lift the data limit.', 'set_data_limit null'],
    ['phone', 'The request has reached your app, so please pay it there.', 'pay_bill'],
    ['phone', 'You should see the request in your app now. Please pay the bill there and let me know.', 'pay_bill'],
    ['phone', 'Please restart the phone and tell me when it is done.', 'restart_phone'],
    ['phone', 'Has the data saver been on? Please switch it off.', 'look_at_status_bar; toggle_data_saver false'],
    ['laptop', 'Turn LT-2004 off and then on again.', 'laptop_reboot LT-2004'],
    [
      'laptop',
      'Would you mind? Please upgrade the client on LT-2004 and LT-2005.',
      'laptop_update LT-2004; laptop_update LT-2005',
    ],
    ['laptop', 'Reboot it, please.', 'laptop_reboot LT-2004'],
    ['home', 'Please pull the plug of the hub and put it back.', 'restartHub'],
    ['home', 'Could you swap the battery of dev-1002?', 'replaceBattery dev-1002'],
    ['home', 'Please free the bolt by hand.', 'freeLockBolt dev-1002'],
    ['rider', 'Please allow the app to see your location, on phone: 07700 900980.', 'app_location 07700 900980'],
    ['rider', 'Please have the app check the payment again, on phone: 07700 900980.', 'app_payment 07700 900980'],
    [
      'cellar',
      'Could you look at the water valve next to the meter "MTR-53-27943"?',
      'look_at_water_valve MTR-53-27943',
    ],
    ['cellar', 'Could you look at the main valve?', 'look_at_water_valve MTR-53-27943'],
    ['prompts', 'Please approve the prompt for draft DR-51341.', 'AnswerPhonePrompt DR-51341 Approved'],
  ])('%s: %s', (device, message, expected) => expect(calls(device, message)).toBe(expected));
});

describe('a question for a state that a tool shows', () => {
  test.each([
    ['phone', 'Is the VPN connected?', 'look_at_status_bar'],
    ['phone', 'Could you see whether your SIM is ready?', 'look_at_sim'],
    ['phone', 'What is the access point set to?', 'look_at_network_settings'],
    ['laptop', "What colour does the laptop's light have?", 'laptop_light LT-2004'],
    ['home', 'Is the bolt stuck?', 'lookAtDevice dev-1002'],
    ['home', 'How many devices are offline?', 'readHubDisplay'],
    ['prompts', 'Is there a prompt on your phone?', 'MyPhonePrompts EMP-1538'],
  ])('%s: %s', (device, message, expected) => expect(calls(device, message)).toBe(expected));
});

describe('no instruction', () => {
  test.each([
    ['phone', "I'd switch roaming on for your line. OK?"],
    ['phone', 'Shall I send the payment request?'],
    ['phone', 'Roaming is on for your line now.'],
    ['phone', "Please don't restart the phone."],
    ['laptop', 'I have updated your ticket. The client of LT-2004 is old.'],
    ['laptop', 'May I close your ticket about LT-2004?'],
    ['home', 'Shall I restart the hub from here?'],
  ])('%s: %s', (device, message) => expect(calls(device, message)).toBe(''));
});

test('an instruction on a condition waits for the screen', () => {
  const { instructions } = told('laptop', 'Please look at the light of LT-2004. If it is red, restart the laptop.');
  expect(instructions.map(({ name, when }) => [name, when])).toEqual([
    ['laptop_light', undefined],
    ['laptop_reboot', 'red'],
  ]);
});

test('the user asks back if it has several things and the message names none', () => {
  expect(told('laptop', 'Please update the client.', 'LT-2004 and LT-2009').unclear).toEqual(['LT-2004', 'LT-2009']);
  expect(
    told('laptop', 'LT-2009 is behind. Please update the client.', 'LT-2004 and LT-2009').instructions[0]?.args,
  ).toEqual({
    asset_tag: 'LT-2009',
  });
});

test('the rest of the message is left to answer', () => {
  expect(told('phone', 'What is your full name? And is mobile data on?').rest).toBe('What is your full name?');
});

test('the user knows its own phone or wallet, which each of its tools demands, and no other value of the solution', () => {
  const device = (name: string, ...all: readonly (readonly [tool: string, args: JsonObject])[]) => {
    const world = openEnvironment(join(gallery, name));
    const calls = all.map(([tool, args]) => ({ by: 'user' as const, name: tool, arguments: args }));
    const own = deviceOf(world, calls);
    const { speech } = world.environment;
    const tools = new OwnTools(listTools(world, 'user', 'openai'), { speech, tools: world.tools, device: own });
    world.close();
    return { own: Object.fromEntries(own), tools };
  };
  const rider = device('rides', ['app_update', { phone: '07700 900458' }], ['app_home', { phone: '07700 900458' }]);
  expect(rider.own).toEqual({ phone: '07700 900458' });
  expect(rider.tools.instructionsIn('Please update the app.')).toMatchObject([{ args: { phone: '07700 900458' } }]);
  expect(device('rides').tools.instructionsIn('Please update the app.')).toEqual([]);
  const ticket = { wallet_no: 'W5-561-621', ticket_no: 'T8-617196' };
  expect(device('tickets', ['wallet_accept', ticket]).own).toEqual({ wallet_no: 'W5-561-621' });
});

describe('an instruction whose thing nobody has named', () => {
  const device = (): OwnDevice => {
    const [dir = ''] = DEVICES['prompts'] ?? [];
    const world = worlds.get(dir) ?? openEnvironment(dir);
    worlds.set(dir, world);
    const task = part<Task>({ gold: { calls: [] } });
    return new OwnDevice({ tools: listTools(world, 'user', 'openai'), world, task }, [], 'EMP-1538');
  };
  const shows = (rows: readonly JsonObject[]): EpisodeMessage[] => [
    { role: 'tool', content: JSON.stringify(rows), tool_call_id: 'c' },
  ];
  const waits: JsonObject = { PromptId: 'PR-2', DraftId: 'DR-51350', Answer: 'Waiting' };
  const old: JsonObject = { PromptId: 'PR-1', DraftId: 'DR-51207', Answer: 'Approved' };

  test.each([
    'Please approve the prompt on your phone.',
    'Please take your phone and approve the prompt about the new account.',
    'Your phone shows a prompt. Approve the prompt, please.',
  ])('makes the user look, and do it with the one that waits: %s', (text) => {
    const own = device();
    expect(own.hear(text, '')).toMatchObject({ calls: [{ name: 'MyPhonePrompts' }] });
    expect(own.after(shows([old, waits]))).toMatchObject({
      calls: [{ name: 'AnswerPhonePrompt', arguments: JSON.stringify({ Answer: 'Approved', DraftId: 'DR-51350' }) }],
    });
    expect(own.after(shows([{ ...waits, Answer: 'Approved' }]))).toMatchObject({ kind: 'report' });
  });

  test('makes the user ask where two wait, and tell where none is there', () => {
    const two = device();
    two.hear('Please approve the prompt on your phone.', '');
    const other = { ...waits, DraftId: 'DR-51351' };
    expect(two.after(shows([waits, other]))).toMatchObject({ kind: 'say', acts: ['ask'] });
    expect(two.isBusy).toBe(false);
    const none = device();
    none.hear('Please approve the prompt on your phone.', '');
    expect(none.after(shows([]))).toMatchObject({ kind: 'report' });
  });
});
