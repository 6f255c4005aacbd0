// Rules that give numbers their usual range and decimals by the words of a column's name.
import type { Maker } from '../recipe-schema.ts';
import { record, type Rule, type Wanted } from './value-rule.ts';

export const NUMBERS: readonly Rule[] = [
  [
    'colour channel',
    /^(r|g|b|red|green|blue|cyan|magenta|yellow|black|hue|lightness|luminance|alpha)$/,
    { int: [0, 255] },
  ],
  ['latitude', /(^|_)lat(itude)?$/, record('cities', 'latitude')],
  ['longitude', /(^|_)(lon|lng|long|longitude)$/, record('cities', 'longitude')],
  ['year', /(^|_)(year|yr)$|_year$/, { int: [1995, 2030] }],
  ['month', /(^|_)month$/, { int: [1, 12] }],
  ['day', /(^|_)day(_of_month)?$/, { int: [1, 28] }],
  ['hour', /(^|_)hour$/, { int: [0, 23] }],
  ['minute', /(^|_)(minute|min|second|sec)s?$/, { int: [0, 59] }],
  [
    'epoch',
    /(timestamp|_at|_time|_date|epoch|created|updated|modified|_on|expires|^date|^time|dt|sunrise|sunset)$/,
    { int: [1_893_456_000, 1_935_000_000] },
  ],
  ['age', /(^|_)age$/, { int: [18, 80] }],
  [
    'temperature',
    /((^|_)temp|temperature|feels_like|dew_point|heat_index|setpoint)(_|$)/,
    { real: [8, 29], places: 1 },
  ],
  [
    'percentage',
    /(percent|percentage|pct|humidity|battery|charge|progress|completion|utilization|load|brightness|coverage|confidence|probability|likelihood|saturation|opacity|fill|moisture|cloud|cloudiness|occupancy|accuracy|precision|recall|efficiency|yield|conversion)(_level|_rate|_score)?$/,
    { int: [5, 98] },
  ],
  [
    'rating',
    /(rating|stars|score|grade|rank|popularity|karma|reputation|gpa|metascore|imdb)$|^(rating|score)_/,
    { real: [1, 5], places: 1 },
  ],
  [
    'priority',
    /priority|severity|level|tier|floor|difficulty|stage|step|order|position|sequence|index|sort|ordinal|version|revision|generation|line|row|column|pos|slot|round|week|season|episode|chapter|volume_number|part|shelf$/,
    { int: [1, 5] },
  ],
  [
    'money',
    /(price|amount|cost|total|balance|fee|fare|charge|revenue|salary|budget|payment|value|credit|debit|tax|tip|discount|deposit|(?<!cur|pa)rent|wage|income|profit|spend|subtotal|net|gross|bid|ask|open|close|high|low|limit|premium|refund|funds|worth|cap|earnings|cashback|allowance|mortgage|loan|principal|interest|expense|msrp|bonus|vwap|ma_?\d*|moving_average)(_.*)?$|^(min|max)_?(price|amount)|(usd|eur|_cents|_amount)$/,
    (wanted) => moneyOf(wanted),
  ],
  ['change', /(change|delta|diff|difference|growth|trend|gain|loss|deviation|variance)/, { real: [-5, 5], places: 2 }],
  ['rate', /(rate|ratio|factor|multiplier|coefficient|frequency|apr|apy|yield)$/, { real: [0.5, 9], places: 2 }],
  ['speed', /(speed|velocity|wind|gust|bandwidth|throughput|rpm)/, { real: [2, 90], places: 1 }],
  [
    'distance',
    /(distance|km|mile|miles|range|radius|mileage|odometer|length|width|height|depth|altitude|elevation|diameter|thickness|perimeter|visibility|precipitation|rain|snow)/,
    { real: [1, 400], places: 1 },
  ],
  [
    'weight',
    /(weight|mass|kg|gram|calories|protein|carbs|fat|sugar|fiber|sodium|dose|dosage|energy|power|pressure|voltage|volt|current|force|torque|area|sqft|square|surface|fuel|tank|water|angle|heading|direction|bearing|azimuth|degree|ph|co2|aqi|uv|noise|decibel|frequency_hz|resistance|capacity_l)/,
    { real: [1, 120], places: 1 },
  ],
  [
    'duration',
    /(duration|time|minutes|hours|days|seconds|ms|latency|delay|timeout|ttl|interval|age_days|period|term|months|weeks|years|runtime|uptime|eta|wait|elapsed|expires_in|lifetime|playtime|tenure)/,
    { int: [5, 240] },
  ],
  [
    'count',
    /(count|number|num|quantity|qty|stock|inventory|units|seats|capacity|size|votes|views|likes|followers|following|comments|shares|members|participants|guests|items|results|copies|points|balance_points|attempts|retries|downloads|installs|reviews|pages|words|characters|bytes|rows|lines|rooms|beds|bathrooms|bedrooms|spaces|slots|wins|losses|goals|assists|played|matches|population|visitors|passengers|people|adults|children|shares_outstanding|available|remaining|used|free|total_.*|sold|hits|clicks|impressions|sessions|users|orders|sales|steps|reps|sets|stars_count|forks|issues|commits|contributors|cores|cpus|memory|ram|disk|storage|threads|nodes|replicas|instances|ports|volume|supply|demand|limit|quota|max|min|minimum|maximum|threshold|lap|laps|kills|deaths|xp|exp|coins|gems|tickets|cards|players|teams|games|bids|offers|listings|vacancies|nights|servings|portions|ingredients|n|x|y|z|amount_.*)$|_(count|num|number|size|length|total|qty)$|^(num|number|total|count|max|min|n)_/,
    { int: [0, 400], skew: 2 },
  ],
  ['coordinate', /(^|_)(x|y|z|w|h|left|right|top|bottom|offset|row|col)$/, { int: [0, 800] }],
  [
    'identifier',
    /(^|_)(id|no|number|code|key|port|pid|channel|zip|status_code|status|type|flag|flags|mask|bit|bits)$|_id$|_code$|_no$/,
    { int: [1000, 9999] },
  ],
  [
    'count',
    /(^|_)(yard|point|tackle|hit|walk|single|double|triple|strikeout|inning|rebound|steal|foul|penalty|shot|save|sack|fumble|punt|kick|turnover|touchdown|attempt|appearance|win|loss|draw|tie|start|end|page|byte|gb|mb|kb|tb|cpu|core|gpu|node|bucket|bedroom|bathroom|adult|child|infant|stroke|character|sent|received|failed|succeeded|pending|completed|confirmed|recovered|death|active_case|tested|used|free|allocated|committed|running|waiting|blocked|lost|made|taken|allowed|hold|retry|hop|level_count|radius|step_count|worth|accommodate|vote|item|user|order|event|record|row|unit|share|message|request|response_count|connection|error|warning|ttl|timeout|skip|take|left|right|bit|flag|mask|port)$/,
    { int: [0, 400], skew: 2 },
  ],
  [
    'figure',
    /(^|_)(bmi|eps|pe|chg|est|surprise|payout|spread|odds|handicap|moneyline|over|under|base|scale|magnitude|heat|dose_rate|intensity|concentration|conc|density|slope|gradient|offset_value|threshold|tolerance|limit_value|coordinate|point_value|figure|amp|watt|kwh|lux|lumen|ppm|ppb|gain|slugging|era|whip|ops|obp|wingspan|ceiling|ft|feet|inch|inche|cm|mm|meter|metre|mph|kph|knot|lb|oz|gallon|liter|litre|euro|eur|gbp|jpy|cent|basis|stop|strike|premium_rate|answer|value)$/,
    { real: [1, 120], places: 2 },
  ],
  [
    'statistic',
    /(mean|average|avg|median|std|sum|stat|metric|measure|measurement|reading|sample|estimate|forecast|prediction|target|goal|result|estimated|baseline|weighting|bias|loss|level|height|score|alpha|beta|gamma|delta|epsilon|sigma|lambda|mu|open_interest|index)/,
    { real: [1, 500], places: 2 },
  ],
];

function moneyOf(wanted: Wanted): Maker {
  const big = /(balance|salary|budget|revenue|income|loan|mortgage|cap|funds|worth|principal|limit)/.test(wanted.name);
  return big ? { real: [800, 20_000], places: 2 } : { real: [5, 400], places: 2 };
}
