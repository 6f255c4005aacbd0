// Tests that texts about one domain do not occur in the rows of another domain.
import { expect, test } from 'vitest';
import { compile, playerOf, tool } from '../../support/tools.ts';

const nullable = { type: ['string', 'null'] } as const;
const session = { session_id: 'string', patient_id: 'string', therapist_note: nullable } as const;
const patient = { patient_id: 'string', name: 'string', insurer: 'string' } as const;
const rows = (fields: Parameters<typeof tool>[2]) =>
  ({
    type: 'array',
    items: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(fields ?? {}).map(([name, type]) => [name, typeof type === 'string' ? { type } : type]),
      ),
      required: Object.keys(fields ?? {}),
    },
  }) as const;

test('notes of treatments are no wishes of guests, and insurers are no shops', () => {
  const call = playerOf(
    compile([
      tool('list_patients', 'List the patients.', {}, { patients: rows(patient) }),
      tool(
        'list_consultations',
        'List the consultations.',
        {},
        { consultations: rows({ ...session, consultation_id: 'string' }) },
      ),
    ]),
  );
  const said = JSON.stringify([call('list_patients', {}), call('list_consultations', {})]);
  expect(said).not.toMatch(/Window table|High chair|Parking space|Retail|Foods/);
  expect(said).toMatch(/"insurer":"\w+ (?:Health|Mutual|Insurance|Assurance|Care)"/);
});
