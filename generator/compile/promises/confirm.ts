// Handles an argument such as `confirm`, which must be true. The program refuses the write otherwise. No column stores
// the argument.
import { argument, isTrue, not } from '../programs/sql.ts';
import { isConfirming } from '../read/confirmation.ts';
import { roleOf, type PromiseRule, type Promised } from './promise.ts';

export const confirmRule: PromiseRule = {
  kind: 'confirmation',
  about: 'A yes-or-no argument that confirms the call: without a yes nothing happens.',
  examples: [
    ['confirm', 'must be true'],
    ['confirm deletion', 'must be true'],
  ],
  nevers: ['confirmed at', 'confirmation number', 'send confirmation'],
  reads: (text) => (isConfirming(text) ? 'must be true' : undefined),
  find: (tool, match) =>
    tool.arguments.flatMap((node): Promised[] =>
      roleOf(match, node) === 'confirm'
        ? [
            {
              kind: 'guard',
              when: not(isTrue(argument([node.field.name]))),
              says: `${node.field.name} must be true.`,
            },
          ]
        : [],
    ),
};
