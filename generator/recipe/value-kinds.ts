// The form of values, by the words of a name, its type and its owner: one pattern, one maker. The first pattern that
// fits is taken; a value that no pattern fits has no kind.
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Maker } from './recipe-schema.ts';
import type { ValueType } from '../fields/fields.ts';
import { plural, splitProse } from '../../envs/words/split-words.ts';

export interface Wanted {
  /** unit_price */
  readonly name: string;
  readonly words: readonly string[];
  readonly type: ValueType;
  readonly schema: JsonObject;
  readonly description: string;
  /** The words of the thing that has the value. */
  readonly owner: readonly string[];
}

export interface Kind {
  readonly kind: string;
  readonly maker: Maker;
}

type Rule = readonly [kind: string, pattern: RegExp, maker: Maker | ((wanted: Wanted) => Maker)];

const fake = (name: string, args?: Json): Maker =>
  args === undefined ? { fake: name } : { fake: name, arguments: args };
const record = (set: string, field: string): Maker => ({ record: set, field });

/** Kinds of text. The pattern is matched against the name; ^ and $ are its ends, _ joins its words. */
const TEXTS: readonly Rule[] = [
  ['first name', /(^|_)(first|given|fore)_?name$/, fake('person.firstName')],
  ['last name', /(^|_)(last|family|sur)_?name$|^surname$/, fake('person.lastName')],
  ['middle name', /middle_?name$/, fake('person.middleName')],
  ['user name', /(^|_)(user_?name|login|handle|nick_?name|screen_name)$/, fake('internet.username')],
  ['e-mail', /(^|_)(e?_?mail)(_address)?$/, fake('internet.email', { provider: 'example.com' })],
  ['phone', /(^|_)(phone|mobile|telephone|fax|cell)(_number)?$/, fake('phone.number', { style: 'international' })],
  [
    'password',
    /password|passphrase$/,
    { pick: ['maple-ridge-42', 'quiet-otter-7', 'blue-kettle-19', 'amber-field-88', 'paper-crane-31'] },
  ],
  [
    'secret',
    /(^|_)(secret|token|api_key|signature|hash|checksum|etag|nonce|digest|sha\d*|md5|cursor)$/,
    fake('string.alphanumeric', 24),
  ],
  ['arn', /(^|_)arn$/, { template: 'arn:aws:service:eu-west-1:104857600123:{_noun}/{_word}-{_no}' }],
  [
    'date of birth',
    /birth(day|date|_day|_date)?(_(on|at|time))?$|(^|_)(dob|born)(_(on|at|date))?$/,
    { time: ['-25000d', '-7000d'], day: true },
  ],
  ['date of expiry', /expir|valid_(until|to|thru)/, { time: ['30d', '900d'], day: true }],
  [
    'future time',
    /(^|_)(due|deadline|scheduled|planned|estimated|eta|arrival|departure|check_?out|check_?in|delivery|start|begin|end|until|to|next|appointment|event|travel|pickup|return|renewal|promised|target)(_.*)?_?(date|time|at|on|datetime)$|^(due|deadline|eta)$/,
    { time: ['2d', '120d'] },
  ],
  [
    'time stamp',
    /(^|_)(date|time|timestamp|datetime|at|on|since|when|created|updated|modified|last_seen|day)$|_(date|time)_/,
    { time: ['-300d', '-2d'] },
  ],
  ['time zone', /time_?zone$|^tz$/, record('cities', 'zone')],
  ['country code', /country_?(code|iso)|^iso$/, record('cities', 'code')],
  ['country', /(^|_)(country|nation|nationality|country_name)$/, record('cities', 'country')],
  ['city', /(^|_)(city|town|locality|municipality)(_name)?$/, record('cities', 'city')],
  [
    'region',
    /(^|_)(region|province|county|state_name|state_province|administrative_area|district)$/,
    record('cities', 'region'),
  ],
  ['post code', /(zip|postal|post)_?(code)?$/, record('cities', 'zip')],
  [
    'street',
    /(^|_)(street|address_?line_?1?|street_address|address1|line1|house)(_name|_address)?$/,
    fake('location.streetAddress'),
  ],
  ['second address line', /address_?line_?2|address2|line2|apartment|suite|^unit$/, fake('location.secondaryAddress')],
  [
    'address',
    /(^|_)(address|venue|destination_address|shipping_address|billing_address|pickup_address)$/,
    { template: '{_street}, {_city}' },
  ],
  [
    'airport',
    /airport|iata|^origin$|^destination$|(^|_)(travel|flight|departure|arrival)_?(from|to|origin|destination|code)$|^(from|to)_(location|place|city)$/,
    record('cities', 'airport'),
  ],
  [
    'place',
    /(^|_)(location|place|area|origin|destination|from|to|birthplace|hometown|headquarter|headquarters|site)$/,
    record('cities', 'city'),
  ],
  ['currency', /currency|^ccy$/, record('currencies', 'code')],
  ['language', /(^|_)(language|lang|locale)(_code)?$/, { pick: { en: 6, de: 2, fr: 2, es: 2, ja: 1 } }],
  ['stock symbol', /(^|_)(symbol|ticker)$/, record('stocks', 'symbol')],
  ['sector', /(^|_)(sector|industry)$/, record('stocks', 'sector')],
  [
    'company',
    /(^|_)(company|organization|organisation|employer|vendor|supplier|merchant|manufacturer|brand|publisher|carrier|provider|airline|client|customer_company|maker|store|shop|bank|studio|label|agency|institution)(_name)?$/,
    fake('company.name'),
  ],
  [
    'person',
    /(^|_)(author|owner|creator|assignee|reporter|manager|contact|person|customer|user|member|employee|driver|doctor|patient|teacher|student|instructor|artist|actor|director|player|sender|receiver|recipient|cardholder|holder|guest|passenger|host|speaker|lead|coach|composer|character|full|agent|seller|buyer|approver|reviewer|candidate|writer|producer|organizer|attendee|beneficiary|payee|payer|by|traveler|singer|captain|applicant|tenant|landlord|signer|name_on_card)(_name)?$|^by$/,
    fake('person.fullName'),
  ],
  ['job title', /(^|_)(job|job_title|position|occupation|profession|role_title|headline)$/, fake('person.jobTitle')],
  [
    'department',
    /(^|_)(department|division|team|group_name|unit_name|squad)(_name)?$/,
    { pick: ['Operations', 'Finance', 'Engineering', 'Sales', 'Support', 'Marketing', 'Research', 'Legal'] },
  ],
  ['gender', /(^|_)(gender|sex)$/, { pick: ['female', 'male', 'other'] }],
  [
    'image',
    /(image|photo|picture|avatar|thumbnail|icon|logo|banner|poster|cover|screenshot)(_?(url|uri|link|path|src))?$/,
    { template: 'https://images.example.com/{_no}.png' },
  ],
  [
    'web address',
    /(^|_)(url|uri|link|href|website|homepage|webpage|permalink|endpoint|callback|redirect|self|next|previous|prev|domain_url|web|site_url|links)$|_url_|url$/,
    { template: 'https://www.example.com/{_no}' },
  ],
  ['e-mail domain', /(^|_)(domain|hostname|host|fqdn|server|subdomain)(_name)?$/, fake('internet.domainName')],
  ['ip address', /(^|_)(ip|ip_address|ipv4|ip_addr|gateway|netmask|dns)$|_ip$/, fake('internet.ipv4')],
  ['mac address', /mac(_address)?$/, fake('internet.mac')],
  ['user agent', /user_agent$|browser$/, { pick: ['Heron/4.1', 'Lynx/2.9', 'Kestrel/12.0'] }],
  [
    'colour',
    /(^|_)(color|colour)(_.*)?$/,
    { pick: ['red', 'blue', 'green', 'black', 'white', 'silver', 'yellow', 'teal'] },
  ],
  ['size', /(^|_)size(_name)?$/, { pick: { small: 2, medium: 4, large: 3, 'extra large': 1 } }],
  ['priority', /priority|severity|urgency|importance/, { pick: { low: 3, medium: 5, high: 3, urgent: 1 } }],
  ['card number', /card_number|(^|_)pan$|account_number|(^|_)iban$|routing_number/, fake('finance.accountNumber', 12)],
  [
    'security code',
    /(^|_)(cvv|cvc|security_code|pin|otp|verification_(code|number|value))$/,
    fake('string.numeric', 3),
  ],
  [
    'passport',
    /passport|license_(number|plate)|plate_number|registration_number|(^|_)plate$/,
    fake('string.alphanumeric', { length: 8, casing: 'upper' }),
  ],
  ['vehicle', /(^|_)(vehicle|car|car_info|vehicle_model|vin)$/, fake('vehicle.vehicle')],
  [
    'serial number',
    /(^|_)(serial|sku|ean|upc|barcode|isbn|imei|asin|part_number|tracking_number|confirmation_(code|number)|invoice_number|order_number|reference_number|reference|ref|number|no|code|key|slug|booking_reference|external_id|uid|guid|arn|uuid|id|identifier|pnr|locator|tracking_code|batch|lot)$|_(id|code|ref|uid|key|number|arn|slug)$/,
    fake('string.alphanumeric', { length: 8, casing: 'upper' }),
  ],
  ['title', /(^|_)(title|headline|subject|topic|heading|caption)$/, (wanted) => titleOf(wanted)],
  [
    'description',
    /(^|_)(description|summary|overview|about|bio|details|detail|abstract|synopsis|excerpt|body|content|text|note|notes|comment|comments|message|feedback|review|remark|remarks|explanation|instructions|instruction|reason|answer|question|resolution|biography|plot|lyrics|article|story|purpose|prompt|reply|caption_text|justification|snippet|quote|motto|slogan|advice|joke|fact|transcript|observation|diagnosis|symptoms|plain_text|html|markdown|post|tweet|memo|agenda|minutes|warning|recommendation|suggestion|hint|tip|definition|meaning|synonym|example|usage|disclaimer|terms|policy|value_text|output|input|result|response|help|tooltip|doc|documentation|comment_text|paragraph|sentence|statement|value|data|info|information|contents|message_body|log|logs|report|statement_text|greeting|status_text|status_message|error_message|status_reason|state_reason)$/,
    (wanted) => proseOf(wanted),
  ],
  [
    'category',
    /(^|_)(category|genre|class|department_name|section|tag|segment|family|group|theme|cuisine|collection|track|domain|field|specialty|speciality|subject_area|discipline|branch|kingdom|species|breed|sport|league|tournament|competition|series|franchise|kind|type|subtype|variety|style|variant|format|medium|channel|source|platform|device|device_type|method|mode|model|scheme|plan|tier|level|grade|rank|rating_label|class_name|payment_method|edition|version_name|package|product_type|role|scope|permission|access|visibility|privacy|action|event|event_type|operation|phase|stage|status|state|health|condition|availability|result_type|media_type|mime_type|content_type|file_type|engine|os|operating_system|unit|units|uom|frequency|interval|period|recurrence|cadence|direction|side|orientation|alignment|shape|material|fabric|season|weather|climate|conditions|environment|network|protocol|algorithm|runtime|architecture|framework|distribution|license|currency_pair|market|exchange|index|asset_class|strategy|order_type|transaction_type|account_type|customer_type|user_type|insurance_type|room_type|meal|course|level_name|reaction|mood|tone|voice|accent|gender_identity|ethnicity|religion|blood_type|marital_status|education|degree|major|travel_class|cabin|seat_class|fare_class|skill|specialization|sort_order|encoding|compression|quality|resolution_label|aspect|confidence_label|sentiment|label)$|_(type|kind|class|category|mode|level|status|state|method|format|source|role|tier|plan|unit|group|style|option|reason_code|policy|scope|engine|size|phase|stage|label)$|(^|_)is_/,
    (wanted) => categoryOf(wanted),
  ],
  [
    'web address',
    /(^|_)(img|video|audio|trailer|torrent|magnet|media|feed|rss|stream|download|thumb|gif|pdf|embed|repository|repo|iframe|rel|unsubscribe|attribution)$/,
    { template: 'https://www.example.com/{_no}' },
  ],
  [
    'account name',
    /(^|_)(twitter|facebook|instagram|linkedin|youtube|github|tiktok|pinterest|skype|telegram|whatsapp|discord|slack|steam|twitch|reddit|snapchat|vk|ig|fb)$/,
    fake('internet.username'),
  ],
  [
    'short code',
    /(^|_)(abbreviation|abbr|acronym|initials?|short|prefix|suffix|tld|isin|cusip|sedol|wkn|figi|lei|cik|icao|wmo|callsign|call_sign|fips|geohash|hex|oid|pk|sid|cid|pid|gid|rid|eid|bid|tid|mid|vid|aid|ssid|bssid|msisdn|iccid|imsi|mcc|mnc|vat|ssn|ein|tin|npi|doi|pmid|sld|uule|rna|dna|mic|symb|v|s|cod|issn|orcid|ndc|cas|inchi|smiles|accession|fingerprint|thumbprint|cidr|subnet|vlan|qid|marker|skiptoken|page_?token|csrf|ctx|seed|salt|cipher|certificate|pem|credential|identification|registry)$/,
    fake('string.alphanumeric', { length: 6, casing: 'upper' }),
  ],
  [
    'list of codes',
    /(^|_)(ids|codes|tags_list|keys|list|ids_list|sids|args?|params?|parameter_list|filters?)$/,
    { template: '{_major}0{_minor},{_major}1{_patch}' },
  ],
  [
    'coordinates',
    /(^|_)(coordinates?|coords?|geometry|geom|bbox|viewbox|bounds|polygon|wkt|latlng|lat_lon|geo|geopoint|centroid|extent)$/,
    { pick: ['52.37,4.90', '48.21,16.37', '59.33,18.07', '41.39,2.17', '38.72,-9.14'] },
  ],
  [
    'text',
    /(^|_)(error|errors|err|stack|stacktrace|trace|exception|fault|faultstring|msg|subtitle|tagline|annotation|lead|intro|introduction|extra|clause|rationale|cause|mensaje|descripcion|beschreibung|payload|string|translation|translated_text|sentence_text|copyright|salutation|footer|header|insight|narrative|commentary|blurb|pitch|announcement|notice|alert|readme|changelog|syntax|etymology|pronunciation|transliteration|citation|query_text|command|cmd|sql|json|xml|yaml|csv|raw|dump|blob|stdout|stderr|verb|other|misc|etc|outcome|effect|impact|objective|goal|attendance_note|evaluation|finding|findings|conclusion|assessment|mitigation|remediation|exclusions?|limitations?|restrictions?|requirements?|qualifications?|responsibilities|benefits?|amenities|facilities|ingredients|directions|steps|procedure_text|dosage|indications?|contraindications?|interactions?|side_effects)$/,
    (wanted) => proseOf(wanted),
  ],
  [
    'translation',
    /^(aa|af|am|ar|az|be|bg|bn|bs|ca|cs|cy|da|de|el|en|eo|es|et|eu|fa|fi|fr|ga|gl|gu|he|hi|hr|hu|hy|is|it|ja|ka|kk|km|kn|ko|ky|la|lb|lo|lt|lv|mk|ml|mn|mr|ms|mt|my|nb|ne|nl|nn|pa|pl|ps|pt|ro|ru|si|sk|sl|sq|sr|sv|sw|ta|te|tg|th|tl|tr|uk|ur|uz|vi|yi|zh|zu|latin|kanji|hiragana|katakana|romaji|pinyin|zh_cn|zh_tw|pt_br|en_us)$/,
    { pick: ['casa', 'rivière', 'Garten', 'puente', 'luna', 'stella', 'mar', 'bosque'] },
  ],
  [
    'neighbourhood',
    /(^|_)(suburb|neighbou?rhood|borough|quarter|ward|parish|hamlet|village|road|avenue|thoroughfare|subdivision|territory|continent|island|river|lake|mountain|park_name|landmark|crossing|intersection|junction|pole|harbour|port|dock|pier|headsign|admin|localadmin|admin_area|sublocality)$/,
    fake('location.street'),
  ],
  ['parent', /(^|_)(parent|ancestor)$/, { template: 'projects/{_adjective}-{_noun}' }],
  [
    'kind of thing',
    /(^|_)(difficulty|approach|commodity|amenity|generator|trend|target|classification|subclass|granularity|behaviou?r|schema|namespace|template|layout|dialect|perspective|variation|surface|polarity|qualifier|certification|accreditation|membership|audience|profile|identity|system|subsystem|issuer|authority|jurisdiction|registrar|implementation|config|configuration|context|cluster|node|pod|backend|frontend|pool|queue|bucket|database|dataset|sheet|partition|manifest|deployment|workflow|pipeline|trigger|hook|rule|ruleset|risk|exposure|hazard|threat|child|base|set|bundle|zone|block|part|component_name|cycle|conference|personality|hobby|interest|holiday|occasion|operator|descriptor|outcome)$/,
    (wanted) => categoryOf(wanted),
  ],
  ['version', /version|(^|_)(release|build|revision|firmware|api)$/, { template: '{_major}.{_minor}.{_patch}' }],
  [
    'file',
    /(^|_)(file|filename|file_name|attachment|document|path|folder|directory|key_name|object_key|filepath|file_path|script|template_name|image_name)$|_(path|file)$/,
    { template: 'documents/{_word}-{_no}.txt' },
  ],
  [
    'opening hours',
    /(hours|schedule|opening|timetable|duration|length|slot|shift|day_of_week|weekday|month|year|quarter|season_name|time_slot)$/,
    (wanted) => spanOf(wanted),
  ],
  [
    'number as text',
    /(price|amount|cost|total|balance|fee|rate|score|count|quantity|percent|percentage|change|weight|height|width|depth|distance|volume|temperature|latitude|longitude|lat|lng|lon|age|speed|rating|market_cap|population|value|size|capacity|revenue|profit|salary|budget|tax|discount|min|max|high|low|open|close|limit|offset|votes|views|likes|points|area|altitude|elevation|pressure|humidity|index)$/,
    fake('string.numeric', 3),
  ],
  [
    'name',
    /(^|_)(name|display_name|label|alias|short_name|full_name|legal_name|common_name|product_name|item_name|event_name)$|_name$|^(item|product|object|element|thing|resource|entity|dish|ingredient|recipe|movie|film|song|album|book|game|course|project|task|event|show|episode|podcast|playlist|station|stadium|venue_name|hotel|restaurant|museum|park|school|university|hospital|clinic|exhibit|topic_name|team_name|club|party|campaign|device_name|service|service_name|feature|function|module|component|program|application|app|tool|instrument|plant|animal|crop|seed|food|drink|medicine|drug|medication|treatment|procedure|test|exam|vaccine|disease|insurance|policy_name|contract|deal|offer|coupon|voucher|gift|prize|award|medal|badge|achievement|quest|mission|level_title|map|room|table|seat|gate|terminal|platform_name|line|route|stop|flight|train|bus|ship|vessel|cruise|tour|trip|ride|bike|scooter|locker|parcel|shipment|package_name|container|warehouse|shelf|bin|bay|bed|vent|pump|sensor|light|lamp|switch|door|window|camera|alarm|thermostat|heater|fan|speaker_name|screen|display|keyword|term|word|phrase|query|symbol_name|indicator|metric|dimension|measure|property|attribute|parameter|option|setting|preference|feature_flag|flag|variable|constant|expression|formula|equation|theorem|element_name|compound|molecule|gene|protein|cell|organ|body_part|muscle|exercise|workout|sport_name|player_name|nation_name)$/,
    (wanted) => nameMaker(wanted),
  ],
];

const NUMBERS: readonly Rule[] = [
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

export function kindOf(wanted: Wanted): Kind | undefined {
  const { schema } = wanted;
  if (wanted.type === 'boolean') return { kind: 'yes or no', maker: { pick: { '0': 1, '1': 1 } } };
  const format = typeof schema['format'] === 'string' ? schema['format'] : '';
  if (wanted.type === 'text' && typeof schema['pattern'] === 'string') {
    const { pattern, minLength, maxLength, ...rest } = schema;
    // a value of the kind that the name asks for is taken where the pattern allows it
    const like = kindOf({ ...wanted, schema: rest })?.maker;
    return {
      kind: 'pattern',
      maker: {
        schema: {
          type: 'string',
          pattern,
          ...(minLength === undefined ? {} : { minLength }),
          ...(maxLength === undefined ? {} : { maxLength }),
        },
        ...(like === undefined || (isJsonObject(like as Json) && 'schema' in (like as object)) ? {} : { like }),
      },
    };
  }
  if (wanted.type === 'text') {
    const timed = timeOf(wanted, format);
    if (timed !== undefined) return timed;
    const byFormat = FORMATS[format];
    if (byFormat !== undefined) return { kind: format, maker: byFormat };
    const rule = ruleFor(TEXTS, wanted);
    if (rule === undefined)
      return ruleFor(NUMBERS, wanted) === undefined
        ? undefined
        : fitting('number as text', fake('string.numeric', 3), schema);
    const maker = typeof rule[2] === 'function' ? rule[2](wanted) : rule[2];
    return fitting(rule[0], 'time' in asObject(maker) ? shapeTime(maker, wanted) : maker, schema);
  }
  if (wanted.type === 'integer' || wanted.type === 'real') {
    const [least, most] = bounds(schema);
    const said = /\b(?:from|between)\s+(-?\d+(?:\.\d+)?)\s*(?:to|and|-)\s*(-?\d+(?:\.\d+)?)/i.exec(wanted.description);
    const rule = ruleFor(NUMBERS, wanted);
    if (said !== null && least === undefined && most === undefined)
      return { kind: rule?.[0] ?? 'range in words', maker: range(Number(said[1]), Number(said[2]), wanted.type) };
    if (least !== undefined || most !== undefined) {
      const low = least ?? Math.min(0, (most ?? 0) - 100);
      const high = most ?? Math.max(low + 100, 100);
      return { kind: rule?.[0] ?? 'range', maker: range(low, Math.min(high, low + 1e6), wanted.type) };
    }
    if (rule === undefined) return undefined;
    const maker = typeof rule[2] === 'function' ? rule[2](wanted) : rule[2];
    return { kind: rule[0], maker: wanted.type === 'integer' ? whole(maker) : maker };
  }
  return undefined;
}

/**
 * Finds a kind by the name, its last word, the same words spelled out, and last by the noun that opens the description.
 */
function ruleFor(rules: readonly Rule[], wanted: Wanted): Rule | undefined {
  for (const name of namesOf(wanted)) {
    const rule = rules.find(([, pattern]) => pattern.test(name));
    if (rule !== undefined) return rule;
  }
  return undefined;
}

/** Words that engineers cut short. */
const SPELLED_OUT: Readonly<Record<string, string>> = {
  addr: 'address', alt: 'description', amt: 'amount', attr: 'attribute', avg: 'average', cd: 'code', cnt: 'count', cmt: 'comment', ctry: 'country', ccy: 'currency',
  desc: 'description', descr: 'description', dept: 'department', dst: 'destination', dt: 'date', env: 'environment', err: 'error', fmt: 'format', fn: 'first_name', freq: 'frequency',
  flg: 'flag', img: 'image', ln: 'last_name', loc: 'location', lng: 'longitude', mgr: 'manager', msg: 'message', nm: 'name', num: 'number', org: 'organization',
  pct: 'percentage', pic: 'picture', pos: 'position', prev: 'previous', prio: 'priority', pwd: 'password', qty: 'quantity', ref: 'reference', reg: 'region', src: 'source',
  str: 'text', tel: 'phone', thumb: 'thumbnail', tm: 'time', ts: 'timestamp', txt: 'text', typ: 'type', usr: 'user', val: 'value', ver: 'version', wt: 'weight', yr: 'year',
  // names of columns in other languages
  nombre: 'name', apellido: 'last_name', fecha: 'date', ciudad: 'city', titulo: 'title', codigo: 'code', telefono: 'phone', direccion: 'address', estado: 'status',
  precio: 'price', imagen: 'image', correo: 'email', categoria: 'category', marca: 'brand', pais: 'country', inicio: 'start_date', fin: 'end_date', empresa: 'company',
  preis: 'price', ort: 'city', plz: 'zip', postleitzahl: 'zip', strasse: 'street', bezeichnung: 'name', beschreibung: 'description', datum: 'date', bild: 'image', anzahl: 'count',
  nom: 'name', prenom: 'first_name', prix: 'price', ville: 'city', adresse: 'address', pays: 'country', titre: 'title', quantite: 'count',
  joining: 'date', hiring: 'date', birthday: 'date_of_birth', released: 'date', built: 'year', ago: 'duration', shareuid: 'uid', pages: 'count',
}; // prettier-ignore
/** The last word of names that are written as one word: productid, typename. */
const RUN_TOGETHER =
  /[a-z]{2}(id|name|code|date|time|url|uri|uid|count|number|type|key|text|title|price|address|status|amount|email|level|list|image|language|country|city|version|token|value|description)$/;
/** Words at the end of a name that do not describe the value: a number, a unit, a scale. */
const TAIL =
  /^(\d+|utc|gmt|us|ms|local|raw|formatted|human|plain|original|full|long|short|current|default|str|string|int|double|decimal|fmt|value)$/;

function namesOf(wanted: Wanted): string[] {
  const { words } = wanted;
  const names = [wanted.name];
  if (words.length > 1) names.push(words.at(-1) ?? '');
  let kept = words.length;
  while (kept > 1 && TAIL.test(words[kept - 1] ?? '')) kept -= 1;
  if (kept < words.length) names.push(words.slice(0, kept).join('_'), words[kept - 1] ?? '');
  const last = words[kept - 1] ?? '';
  if (Object.hasOwn(SPELLED_OUT, last)) names.push([...words.slice(0, kept - 1), SPELLED_OUT[last] ?? ''].join('_'));
  const tail = RUN_TOGETHER.exec(last)?.[1];
  if (tail !== undefined) names.push(`${last.slice(0, -tail.length)}_${tail}`);
  const said = headNoun(wanted.description);
  if (last.length > 2) names.push(plural(last));
  return said === '' ? names : [...names, said];
}

/** The unique identifier of the zone -> unique_identifier. */
function headNoun(description: string): string {
  const phrase =
    description.split(
      /[.,;:()\n]|\b(?:of|for|that|which|where|when|in|on|at|to|from|with|by|as|used|indicating|if|this|is|are|associated|belonging|within|per)\b/i,
    )[0] ?? '';
  const words = splitProse(phrase).filter((word) => !['the', 'a', 'an'].includes(word));
  return words.length > 4 ? '' : words.join('_');
}

const asObject = (maker: Maker): object => (maker !== null && typeof maker === 'object' ? maker : {});

/** A text whose schema bounds its length is made to fit. */
function fitting(kind: string, maker: Maker, schema: JsonObject): Kind {
  const most = schema['maxLength'];
  const least = schema['minLength'];
  if ((typeof most === 'number' && most < 30) || (typeof least === 'number' && least > 3))
    return {
      kind,
      maker: { fit: maker, least: typeof least === 'number' ? least : 0, most: typeof most === 'number' ? most : 1000 },
    };
  return { kind, maker };
}

const FORMATS: Readonly<Record<string, Maker>> = {
  email: fake('internet.email', { provider: 'example.com' }),
  'idn-email': fake('internet.email', { provider: 'example.com' }),
  uri: { template: 'https://www.example.com/{_no}' },
  url: { template: 'https://www.example.com/{_no}' },
  'uri-reference': { template: 'https://www.example.com/{_no}' },
  uuid: fake('string.uuid'),
  guid: fake('string.uuid'),
  ipv4: fake('internet.ipv4'),
  ipv6: fake('internet.ipv6'),
  hostname: fake('internet.domainName'),
  byte: { pick: ['aGVyb24=', 'Zmlu', 'YWxkZXI='] },
  binary: { pick: ['aGVyb24=', 'Zmlu', 'YWxkZXI='] },
  password: { pick: ['maple-ridge-42', 'quiet-otter-7', 'blue-kettle-19'] },
  time: { pick: ['08:30:00Z', '09:15:00Z', '11:00:00Z', '13:45:00Z', '16:20:00Z'] },
  duration: { pick: ['PT30M', 'PT1H', 'PT2H', 'P1D'] },
  int64: { int: [1000, 99999] },
  phone: fake('phone.number', { style: 'international' }),
  color: { pick: ['#334455', '#88aa22', '#bb5500'] },
};

/** Dates and times in the form that the format or the description asks for. */
function timeOf(wanted: Wanted, format: string): Kind | undefined {
  if (format === 'date-time' || format === 'datetime') return { kind: 'time stamp', maker: spread(wanted) };
  if (format === 'date') return { kind: 'date', maker: { ...(spread(wanted) as object), day: true } as Maker };
  const said = wanted.description;
  if (/\bMM\/YYYY\b|\bMM\/YY\b/.test(said))
    return { kind: 'month of a year', maker: { pick: ['04/2033', '11/2034', '07/2035', '01/2036', '09/2033'] } };
  if (/\bHH:MM( ?[AP]M)?\b/.test(said) && !/YYYY/.test(said))
    return { kind: 'time of day', maker: { pick: ['08:30', '09:15', '11:00', '13:45', '16:20', '18:00'] } };
  return undefined;
}

function spread(wanted: Wanted): Maker {
  const rule = TEXTS.find(([kind, pattern]) => /^(date of|future|time stamp)/.test(kind) && pattern.test(wanted.name));
  const maker = rule === undefined || typeof rule[2] === 'function' ? { time: ['-300d', '-2d'] as const } : rule[2];
  const { day: _day, ...rest } = maker as { day?: boolean };
  return rest as Maker;
}

function shapeTime(maker: Maker, wanted: Wanted): Maker {
  const said = wanted.description;
  const isDay =
    /YYYY-MM-DD(?![T ]?HH)/.test(said) || (/(^|_)(date|day|dob|birthday)$/.test(wanted.name) && !/HH|time/i.test(said));
  return isDay ? ({ ...(maker as object), day: true } as Maker) : maker;
}

function bounds(schema: JsonObject): [number | undefined, number | undefined] {
  const number = (key: string): number | undefined =>
    typeof schema[key] === 'number' ? (schema[key] as number) : undefined;
  const exclusive = (key: string): number | undefined =>
    number(key) === undefined
      ? undefined
      : (number(key) as number) + (key.endsWith('imum') && key.includes('Min') ? 1 : -1);
  return [number('minimum') ?? exclusive('exclusiveMinimum'), number('maximum') ?? exclusive('exclusiveMaximum')];
}

function range(least: number, most: number, type: ValueType): Maker {
  if (type === 'integer' || (Number.isInteger(least) && Number.isInteger(most) && most - least > 20))
    return type === 'integer' ? { int: [Math.ceil(least), Math.floor(most)] } : { real: [least, most], places: 1 };
  return { real: [least, most], places: 2 };
}

function whole(maker: Maker): Maker {
  if (maker !== null && typeof maker === 'object' && 'real' in maker)
    return { int: [Math.ceil(maker.real[0]), Math.floor(maker.real[1])] };
  if (maker !== null && typeof maker === 'object' && 'record' in maker) return { int: [1, 80] };
  return maker;
}

function moneyOf(wanted: Wanted): Maker {
  const big = /(balance|salary|budget|revenue|income|loan|mortgage|cap|funds|worth|principal|limit)/.test(wanted.name);
  return big ? { real: [800, 20_000], places: 2 } : { real: [5, 400], places: 2 };
}

function titleOf(wanted: Wanted): Maker {
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

function nameMaker(wanted: Wanted): Maker {
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

function proseOf(wanted: Wanted): Maker {
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

function categoryOf(wanted: Wanted): Maker {
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

function spanOf(wanted: Wanted): Maker {
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

/** The hidden columns from which templates of values are made. */
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
