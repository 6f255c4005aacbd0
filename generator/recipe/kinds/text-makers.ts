// Chooses makers for texts that depend on the kind of row, such as a book, or on the text's description. Also holds
// word lists for these makers.
import type { Maker } from '../recipe-schema.ts';
import { fake, record, type Wanted } from './value-rule.ts';

export function titleOf(wanted: Wanted): Maker {
  const owner = wanted.owner.join(' ');
  if (/book|novel|publication/.test(owner)) return fake('book.title');
  if (/song|track|music/.test(owner)) return fake('music.songName');
  if (/album/.test(owner)) return fake('music.album');
  if (/job|position/.test(owner)) return fake('person.jobTitle');
  if (/ticket|issue|bug|incident|case|request/.test(owner)) return { pick: ISSUES };
  if (/task|todo|reminder/.test(owner)) return { pick: TASKS };
  if (/event|meeting|appointment|calendar/.test(owner)) return { pick: EVENTS };
  return { pick: TITLES };
}

export function nameMaker(wanted: Wanted): Maker {
  const owner = `${wanted.owner.join(' ')} ${wanted.words.slice(0, -1).join(' ')} ${wanted.words.length === 1 && wanted.name !== 'name' ? wanted.name : ''}`;
  if (
    /user|customer|member|patient|employee|person|contact|student|teacher|driver|doctor|guest|people|author|player|profile|candidate|agent|passenger|attendee|owner|staff|worker|client|tenant|actor|artist|participant|volunteer|instructor/.test(
      owner,
    )
  )
    return fake('person.fullName');
  if (/stock|share|equity/.test(owner)) return record('stocks', 'company');
  if (
    /company|organization|vendor|supplier|store|shop|merchant|brand|account|bank|airline|carrier|employer|business|publisher/.test(
      owner,
    )
  )
    return fake('company.name');
  if (/city|location|place|venue|station|airport|region/.test(owner)) return record('cities', 'city');
  if (/country/.test(owner)) return record('cities', 'country');
  if (/product|item|good|article|device|part|asset|inventory|gift|variant/.test(owner))
    return fake('commerce.productName');
  if (/book|novel/.test(owner)) return fake('book.title');
  if (/song|track/.test(owner)) return fake('music.songName');
  if (/album|playlist/.test(owner)) return fake('music.album');
  if (/recipe|dish|meal|food|menu|drink|pizza|loaf|bread/.test(owner)) return fake('food.dish');
  if (/animal|pet|species/.test(owner)) return fake('animal.petName');
  if (/vehicle|car|truck|bike/.test(owner)) return fake('vehicle.vehicle');
  if (/department|category|genre|tag|group|team|role|label/.test(owner)) return { pick: CATEGORIES };
  if (/file|document|attachment/.test(owner)) return { template: '{_word}-{_no}.txt' };
  if (/event|meeting|class|course|session|workshop|conference/.test(owner)) return { pick: EVENTS };
  if (
    /project|campaign|program|board|repository|repo|workspace|environment|pipeline|cluster|server|instance|bucket|database|service|app/.test(
      owner,
    )
  )
    return { template: '{_adjective}-{_noun}' };
  if (/plant|crop|flower|vegetable/.test(owner)) return fake('food.vegetable');
  return { pick: TITLES };
}

export function proseOf(wanted: Wanted): Maker {
  if (/(^|_)reason$/.test(wanted.name))
    return {
      pick: /order|return|refund|exchange|purchase|cancel/.test(`${wanted.owner.join(' ')} ${wanted.name}`)
        ? ['No longer needed', 'Ordered by mistake', 'Found a better offer', 'Arrived too late', 'Change of plans']
        : /appointment|visit|consult|patient/.test(wanted.owner.join(' '))
          ? ['Yearly check-up', 'Follow-up visit', 'New symptoms', 'Second opinion', 'Vaccination']
          : ['Yearly review', 'Asked for by phone', 'Change of plans', 'Follow-up of last month', 'New information'],
    };
  if (/tweet|post|message|comment|reply|chat|review|feedback/.test(`${wanted.owner.join(' ')} ${wanted.name}`))
    return { pick: MESSAGES };
  if (/ticket|issue|incident|bug|case/.test(wanted.owner.join(' '))) return { pick: PROBLEMS };
  if (/product|item/.test(wanted.owner.join(' '))) return fake('commerce.productDescription');
  return { template: '{_sentence}' };
}

export function categoryOf(wanted: Wanted): Maker {
  const quoted = [...wanted.description.matchAll(/['"`]([A-Za-z][\w -]{1,24})['"`]/g)].map(([, word = '']) => word);
  if (quoted.length >= 2) return { pick: [...new Set(quoted)] };
  const slashed = /\(([A-Za-z]+(?:\s?\/\s?[A-Za-z]+)+)\)/.exec(wanted.description)?.[1];
  if (slashed !== undefined) return { pick: slashed.split('/').map((word) => word.trim()) };
  const listed =
    /(?:options|one of|either|values|can be|such as|types?)(?: are| is)?:? ?\(?((?:[A-Za-z_-]+, )+(?:or |and )?[A-Za-z_-]+)/i.exec(
      wanted.description,
    )?.[1];
  if (listed !== undefined)
    return {
      pick: listed
        .split(/, (?:or |and )?/)
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    };
  const { name } = wanted;
  if (/(^|_)(status|state)$/.test(name)) return { pick: { active: 5, pending: 3, inactive: 2 } };
  if (/role/.test(name)) return { pick: { member: 5, editor: 3, admin: 1 } };
  if (/plan|tier|level|grade|package/.test(name)) return { pick: { basic: 5, standard: 3, premium: 1 } };
  if (/payment_method/.test(name)) return { pick: { card: 5, 'bank transfer': 2, cash: 1 } };
  if (/genre/.test(name)) return { pick: ['drama', 'comedy', 'documentary', 'thriller', 'jazz', 'folk'] };
  if (/cuisine/.test(name)) return { pick: ['Italian', 'Japanese', 'Indian', 'Mexican', 'Lebanese'] };
  if (/unit|uom/.test(name)) return { pick: ['piece', 'kg', 'litre', 'hour'] };
  if (/os$|operating/.test(name)) return { pick: ['linux', 'windows', 'macos'] };
  if (/class|cabin/.test(name) && /travel|seat|cabin|flight|fare/.test(`${name} ${wanted.owner.join(' ')}`))
    return { pick: { economy: 6, business: 2, first: 1 } };
  if (
    /mode|method|type|kind|format|option|style|variant|category|group|class|tag|section|segment|field|subject|domain|label|source|channel|platform/.test(
      name,
    )
  )
    return { pick: CATEGORIES };
  return { pick: CATEGORIES };
}

export function spanOf(wanted: Wanted): Maker {
  if (/week/.test(wanted.name))
    return { pick: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] };
  if (/month/.test(wanted.name)) return { pick: ['January', 'March', 'May', 'July', 'September', 'November'] };
  if (/year/.test(wanted.name)) return { pick: ['2026', '2027', '2028', '2029', '2030'] };
  return { pick: ['30 minutes', '1 hour', '2 hours', '09:00-17:00', '10:00-18:00'] };
}

const TITLES: readonly string[] = [
  'Harbor Lights',
  'North Field',
  'Quiet Morning',
  'Paper Lantern',
  'Blue Kettle',
  'Stone Bridge',
  'Winter Garden',
  'Amber Road',
  'Second Floor',
  'Silver Birch',
  'Open Window',
  'Long Table',
  'River Bend',
  'Copper Bell',
  'Green Door',
  'High Meadow',
  'Red Lantern',
  'Salt Marsh',
  'Old Mill',
  'Bright Shore',
];
const CATEGORIES: readonly string[] = [
  'general',
  'outdoor',
  'home',
  'travel',
  'business',
  'health',
  'education',
  'culture',
];
const ISSUES: readonly string[] = [
  'Cannot sign in',
  'Invoice shows the wrong amount',
  'App closes on start',
  'Delivery is late',
  'Password reset mail missing',
  'Export stays empty',
  'Page loads slowly',
  'Wrong address on label',
  'Payment was taken twice',
  'Search finds nothing',
];
const PROBLEMS: readonly string[] = [
  'It began on Monday and happens every time.',
  'The customer has tried it on two devices.',
  'It worked before the last update.',
  'Several people of the same team report it.',
  'A screenshot is attached to the first mail.',
];
const TASKS: readonly string[] = [
  'Call the supplier',
  'Prepare the meeting',
  'Review the draft',
  'Send the invoice',
  'Update the plan',
  'Book the room',
  'Order supplies',
  'Check the figures',
  'Clean up the archive',
  'Write the summary',
];
const EVENTS: readonly string[] = [
  'Team meeting',
  'Spring fair',
  'Evening lecture',
  'Product review',
  'Open day',
  'Book club',
  'Morning yoga',
  'Budget round',
  'Photo walk',
  'Piano recital',
];
const MESSAGES: readonly string[] = [
  'See you at the station at six.',
  'The parcel has arrived, thank you!',
  'Could you send me the plan again?',
  'Great work on the last release.',
  'I will be ten minutes late.',
  'Does anyone have a spare ticket?',
  'The meeting moved to Thursday.',
  'Lovely weather for a walk today.',
  'Please check the second page.',
  'Happy birthday from all of us!',
];

/** Makers of values that no row stores (their names begin with _). Templates build other values from them. */
export const HIDDEN_MAKERS: Readonly<Record<string, Maker>> = {
  _street: fake('location.streetAddress'),
  _city: record('cities', 'city'),
  _no: { int: [100, 99_999] },
  _word: { pick: ['report', 'plan', 'invoice', 'photo', 'draft', 'notes', 'summary', 'list'] },
  _major: { int: [1, 6] },
  _minor: { int: [0, 12] },
  _patch: { int: [0, 9] },
  _adjective: { pick: ['amber', 'quiet', 'north', 'silver', 'rapid', 'paper', 'stone', 'bright', 'lunar', 'green'] },
  _noun: {
    pick: ['harbor', 'falcon', 'meadow', 'lantern', 'bridge', 'orchard', 'kestrel', 'canyon', 'signal', 'garden'],
  },
  _sentence: {
    pick: [
      'Kept for the spring season.',
      'Checked and found in order.',
      'Made to last, easy to repair.',
      'Popular with families and small groups.',
      'New this year, well received.',
      'Needs a second look before release.',
      'A quiet favourite of regulars.',
      'Agreed with the team on Tuesday.',
      'Suitable for beginners.',
      'Limited to a few pieces a month.',
    ],
  },
};
