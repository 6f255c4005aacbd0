// Rules that choose the maker of a text by the words of the column's name: for persons, places, codes, web addresses,
// states or sentences.
import { categoryOf, nameMaker, proseOf, spanOf, titleOf } from './text-makers.ts';
import { fake, record, type Rule } from './value-rule.ts';

/** The rules, tried in order. A pattern is matched against the column's name, with its words joined by _. */
export const TEXTS: readonly Rule[] = [
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
