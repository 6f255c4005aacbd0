// If the user's words do not order two wishes, both orders must lead to the same end. An order that the tools or rules
// do not allow is ignored.
import { goldScript, isCall, needsYes, play } from '../../../envs/verification/script.ts';
import { changed, type Proof } from './proof.ts';

export const eitherOrder: Proof = {
  name: 'either order',
  holes(ground) {
    const { world, task, origins } = ground;
    const { events, end } = goldScript(world, task);
    const places = events.flatMap((event, at) => (isCall(event) ? [at] : []));
    const writes = task.gold.calls.flatMap((call, at) => (changed(ground, at) && call.by === 'agent' ? [at] : []));
    return writes.slice(1).flatMap((later, index) => {
      const earlier = writes[index] ?? 0;
      // a call that takes a value from the result of another call must come after that call
      const needs = task.gold.calls
        .slice(earlier + 1, later + 1)
        .some(
          (_call, at) =>
            origins[earlier + 1 + at]?.some(({ call, uses }) => call === earlier || uses?.includes(earlier)) === true,
        );
      const from = places[earlier];
      const to = places[later];
      const event = from === undefined ? undefined : events[from];
      if (needs || from === undefined || to === undefined || event === undefined || !isCall(event)) return [];
      // the messages in which the agent asks the user for a yes move together with the call
      const asked = needsYes(world, event) ? 2 : 0;
      const moved = events.slice(from - asked, from + 1);
      const others = [
        ...events.slice(0, from - asked),
        ...events.slice(from + 1, to + 1),
        ...moved,
        ...events.slice(to + 1),
      ];
      const { verdict, log } = play(world, task, { events: others, end });
      const refused = log.slice(1).some(({ ok }, at) => !ok && task.gold.calls[at]?.error === undefined);
      // if a call fails or breaks a rule in the other order, the expected order is the only possible one
      if (verdict.reward === 1 || refused || verdict.failures.some(({ part }) => part === 'rules')) return [];
      return [
        `${task.gold.calls[later]?.name ?? ''} before ${task.gold.calls[earlier]?.name ?? ''} ends elsewhere, and nothing says which comes first`,
      ];
    });
  },
};
