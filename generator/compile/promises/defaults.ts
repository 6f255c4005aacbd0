// Finds defaults that only the real service knows, such as "uses the active board if not provided". The program refuses
// a call that leaves such an argument out.
import { argument, isNull } from '../programs/sql.ts';
import { isMadeSlug } from '../readings/made-slug.ts';
import { saysMade } from '../read/said-derived.ts';
import { withoutStandIn } from './stand-ins.ts';
import { roleOf, type PromiseRule, type Promised } from './promise.ts';

const UNSAID =
  /\b(?:uses?|defaults?(?: to)?|falls? back to|otherwise|will be|assumes?|if (?:not provided|omitted|not specified|empty|missing|unset)[, ]+(?:uses?|the)?)\b[^.]{0,40}?\b(?:default|active|current(?:ly)?|configured|authenticated|own|primary|selected|personal|home|root|logged[- ]in)\b/i;
const OMITTED =
  /\b(?:if (?:not provided|omitted|not specified|none is given|empty|missing|unset|not given|absent)|when (?:not provided|omitted|not specified)|by default|defaults?)\b/i;

/**
 * Matches a default that the description states but the compiler cannot read, such as "Defaults to 30 days from today".
 */
const TOLD = /(?:^|[.(,;:\u2013-]\s*)\s*defaults? (?:to|is|of)\b/i;

function unsaid(text: string): string | undefined {
  return (UNSAID.test(text) && OMITTED.test(text)) || TOLD.test(text) || saysMade(text)
    ? 'a default that is not told'
    : undefined;
}

export const defaultsRule: PromiseRule = {
  kind: 'default',
  about: 'An optional argument whose default the schema does not know: a call without it is not simulated.',
  examples: [
    ['Board of the list (uses default if not provided)', 'a default that is not told'],
    ['Workspace. If omitted, uses the active workspace.', 'a default that is not told'],
    ["Calendar to use, defaults to the user's primary calendar", 'a default that is not told'],
    ['Day on which it is due. Defaults to 30 days from today.', 'a default that is not told'],
    ['Code of the coupon, generated if omitted', 'a default that is not told'],
    ['Summary. If not provided, it is generated from the text.', 'a default that is not told'],
  ],
  nevers: [
    'Day on which the report was generated',
    'How many to show (default: 20)',
    'The board of the card',
    'Use the id of the current card',
  ],
  reads: unsaid,
  find(tool, match) {
    return tool.arguments.flatMap((node): Promised[] => {
      const { field } = node;
      if (field.required || field.schema['default'] !== undefined || unsaid(withoutStandIn(node)) === undefined)
        return [];
      const role = roleOf(match, node);
      if (saysMade(field.description) && !(role === 'value' && match.makes.length > 0)) return [];
      if (isMadeSlug(node, tool)) return [];
      // where the call gives the row's key, an argument for the row's parent adds nothing
      if (['', 'said again', 'shape', 'not simulated'].includes(role)) return [];
      if (role === 'ancestor' && match.arguments.some((each) => each.role === 'key')) return [];
      return [
        {
          kind: 'refused',
          argument: field.name,
          when: isNull(argument([field.name])),
          says: `The default of ${field.name} is not simulated: name one.`,
        },
      ];
    });
  },
};
