// Chooses the genre of a longer text, such as a mail or a comment, from the kind of its column and the noun of its
// table. Returns undefined if no entry fits these.
import type { Maker } from '../../../recipe/recipe-schema.ts';
import type { TableView, World } from '../world.ts';

const GENRES: readonly (readonly [kinds: string, nouns: string, genre: string, world?: string])[] = [
  ['body', 'email mail thread draft letter newsletter campaign template mailing', 'mail body'],
  [
    'body note description',
    'comment reply annotation',
    'social reply',
    'tweet post photo video follower like story feed',
  ],
  ['body note', 'comment reply annotation response', 'comment'],
  ['body', 'post tweet status update story feed announcement', 'post text'],
  [
    'body',
    'message chat sms notification conversation dm inbox reminder outbox push alert voicemail support',
    'chat message',
  ],
  ['body description review note', 'review rating testimonial feedback', 'review text good'],
  [
    'body description note',
    'ticket issue bug defect case complaint inquiry incident problem claim report request support',
    'problem report',
  ],
  ['body description', 'article page blog news document wiki story post', 'article text'],
  ['body', 'answer faq response', 'answer text'],
  ['body', 'note memo entry journal observation', 'internal note'],
  ['note', 'order parcel delivery shipment cart purchase package pickup pizza meal', 'delivery note'],
  [
    'note',
    'appointment visit consultation session treatment',
    'treatment note',
    'patient therapist doctor physician physio dentist nurse clinic treatment',
  ],
  [
    'note',
    'reservation booking stay table guest party visit appointment',
    'guest request',
    'guest guests hotel restaurant table room stay menu dish cuisine cabin campsite party',
  ],
  [
    'note',
    'customer contact lead account client user patient member employee vendor supplier task project deal opportunity call meeting transaction invoice loan rental vehicle machine device asset plant animal pet viewing inspection maintenance log shift application candidate subscription contract payment expense item product stock inventory room equipment tool seedling bed harvest',
    'internal note',
  ],
  ['description', 'call meeting visit interaction activity conversation interview viewing', 'internal note'],
  ['steps', 'recipe meal dish cocktail drink snack dessert', 'cooking steps'],
  ['steps', 'guide article faq help manual device machine setting page', 'how to'],
  ['reason', 'order return refund exchange purchase cart sale cancellation', 'order reason'],
  ['reason', 'appointment visit consultation referral patient admission slot', 'visit reason'],
  ['reason', 'leave absence vacation holiday request', 'leave reason'],
  ['reason', '', 'change reason'],
  // in every table, a note is an internal remark of the staff
  ['note', '', 'internal note'],
  ['description', 'document report file dataset analysis paper', 'summary line'],
  ['body', 'document file report paper', 'article text'],
];

export function genreMaker(kind: string, table: TableView, world: World): Maker | undefined {
  const owners = new Set(table.noun);
  const found = GENRES.find(
    ([kinds, nouns, , context]) =>
      kinds.split(' ').includes(kind) &&
      (context === undefined || context.split(' ').some((word) => world.words.has(word))) &&
      (nouns === '' || nouns.split(' ').some((noun) => owners.has(noun))),
  );
  return found === undefined ? undefined : { item: found[2], field: 'text' };
}
