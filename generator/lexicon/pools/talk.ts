// Names and subjects of messages. prose.ts has the whole texts, and read-pools.ts explains the notation.
export const TALK = `
email, mail, thread, conversation, e mail, mail thread, inbox item, draft + : size_kb 4-240; messages 1-9
  work > {Minutes of|Agenda for|Slides of} {Monday's call|the budget talk|the kick-off}
  invoices > {Invoice|Reminder|Receipt} {2031-0412|2031-0388|for March|for your order}
  plans > {Lunch|Coffee|Train times} on {Tuesday|Thursday|Friday}?
  private > {Photos from Sunday|Happy birthday!|The spare key|Holiday dates}
  questions > {Question about|Change to} {the contract|order 4471|my booking|the price list}

message, chat, notification, announcement, sms, text message, post, tweet, comment, reply, feedback, review, alert message, status update, broadcast message, push notification : likes 0-420; comments 0-40; views 12-24000; rating 1-5; shares 0-40; retweets 0-60
  plans > {See you at|Meet me at|Shall we start at} {six|half past seven|noon}
  thanks > Thank you for {the flowers|your help|the quick answer|the photos}
  news > {The parcel has arrived|The meeting has moved to Thursday|The office closes early on Friday|Room Maple is booked}
  questions > {Could you send me|Do you still have|Where did you put} {the plan|the spare key|the list}?

template, email template, message template, signature, newsletter, newsletter issue, mailing, campaign mail, email campaign : opens 4-72; clicks 1-18; recipients 40-12000
  orders > {Order confirmation|Shipping notice|Return received|Invoice attached}
  people > {Welcome|Password reset|Birthday greeting|We miss you}
  events > {Invitation|Reminder|Thank you for coming}
  news > {Spring|Summer|Autumn|Winter} newsletter
  service > {Ticket received|Ticket solved|How did we do?}
  office > {Out of office|Meeting minutes|Job advert|Offer letter}

filter, saved search, view, query, search, segment filter, smart list, saved filter : results 0-140
  mail > {Invoices|Newsletters|Mail from the bank|With attachment}
  tickets > {My open tickets|Urgent this week|Waiting for customer|Unassigned}
  sales > {Open offers|Large orders|New customers|Lapsed customers}
  stock > {Low stock|Not sold for 90 days|On order|Returned items}
  work > {Due this week|Overdue|Without owner|Done in April}

field, custom field, property, attribute, parameter, variable, column + table record form board base schema crm object value : length 2-40
  people > {First name|Last name|E-mail|Phone|Birthday}
  work > {Status|Priority|Owner|Due date|Estimate|Progress}
  money > {Amount|Currency|Discount|Invoice number|Cost centre}
  places > {City|Country|Street|Post code}
  things > {Category|Weight|Size|Colour|Notes}

table, sheet, spreadsheet, tab, base, worksheet, data table, knowledge base + field record base view column row cell formula : rows 12-2400
  sales > {Customers|Offers|Orders|Price list|Partners}
  work > {Tasks|Projects|Time sheet|Meetings|Roadmap}
  people > {Employees|Applicants|Contacts|Volunteers}
  stock > {Inventory|Suppliers|Equipment|Deliveries}
  events > {Guests|Speakers|Programme|Budget}

observation, fact memory, memory, insight, finding + entity relation memory knowledge : importance 1-5
  people > {Prefers mail to calls|Speaks Spanish and Polish|Works from home on Fridays|Likes strong coffee|Vegetarian}
  work > {Joined in 2027|Leads the warehouse project|Responsible for the spring catalogue|Knows the old invoice system}
  dates > {Birthday in June|On holiday in August|Back from leave in May}
  things > {Cycles to work|Plays the cello|Has two cats|Collects old maps}
  places > {Lives near the harbour|Moved from {city}|Office on the second floor}

entity, node entity, concept, item memory, knowledge item + relation observation graph memory knowledge : weight 1-5
  person > {Ines Halloran|Milo Verde|Ada Lindqvist|Theo Marchetti|Noor Castell}
  company > {Heron Cloud|Lantern Foods|Granite Works|Alder Health|Finch Retail}
  project > {Web shop relaunch|Warehouse move|Spring catalogue|Trade fair}
  place > {Harbour office|Riverside branch|Mill Street store}
  tool > {Label printer|Till software|Price calculator}

call, phone call, voicemail, call log, interview, conversation call, visit : minutes 2-58; duration 60-3400; hours 8-18/5
  sales > {Offer for|Follow-up with|First talk with} {Harbor Foods|Alder Health|Birch Home|Granite Works}
  service > {Return of|Delivery of|Question about} {a lamp|two chairs|an order}
  team > {Check-in with|Handover to|Interview with} {first}

language, dialect, locale, translation language : speakers 400000-460000000
  europe > {Spanish|German|French|Italian|Portuguese|Polish|Swedish|Greek|Dutch|Finnish|Czech}
  asia > {Japanese|Korean|Hindi|Thai|Vietnamese|Indonesian}
  africa > {Swahili|Amharic|Yoruba}
  near east > {Arabic|Hebrew|Turkish|Persian}

color, colour, colour name, color name : 
  warm > {Red|Orange|Yellow|Coral|Rust|Terracotta|Gold}
  cold > {Blue|Navy|Teal|Turquoise|Indigo|Mint}
  neutral > {Black|White|Grey|Beige|Brown|Charcoal|Ivory}
  green > {Green|Olive|Moss green|Sage}

shape, material, material type, fabric, finish, style, size label + : 
  wood > {Oak|Walnut|Beech|Ash|Cherry|Pine}
  textile > {Linen|Wool|Cotton|Velvet|Corduroy|Felt}
  colours > {Sand|Moss green|Slate|Rust|Indigo|Ivory|Charcoal}
  metal > {Brass|Steel|Copper|Zinc}

order, trade, stock order, trade order + stock symbol share ticker trading : price 2-480; amount 1-240; quantity 1-240
  buy > Buy {5..120} {HRNC|BLTC|QNTL|ALDR}
  sell > Sell {5..120} {MDWY|WNDR|HRBR|LNTN}

order, purchase, sale, cart, basket, checkout order, customer order, work order, return, exchange, refund : total 18-420; amount 18-420; quantity 1-6; price 18-420; discount 5-20; tax 2-64; shipping 0-12; weight_kg 0.4-18
  home > {Two desk lamps|Linen cushion covers|Oak side table|Set of herb pots}
  kitchen > {Enamel kettle|Cast-iron pan|Four soup bowls|Bread knife}
  office > {Paper and pens|Monitor arm|Task chair|Label rolls}
  garden > {Planter, zinc|Watering can|Seed box|Garden fork}
  gifts > {Birthday box|Coffee subscription|Puzzle, 1000 pieces|Chocolate, six bars|Wine, three bottles}

booking, reservation, flight booking + flight airport travel airline : price 80-1900; cost 80-1900; total 80-1900; amount 80-1900; guests 1-4
  _ > {Flight|Return flight} to {city}
  _ > {city} and back

booking, reservation, rental, loan, hire, registration, enrollment, appointment booking, lease, lending, enrolment, sign up, stay : price 14-640; total 14-640; amount 14-640; cost 14-640; nights 1-9; guests 1-6; quantity 1-4; minutes 30-120; party 2-8; days 2-21; deposit 20-200
  stays > {Weekend|Three nights|One week} in {city}
  rooms > {Workshop|Team day|Interview|Rehearsal} in room {Maple|Birch|Linden}
  things > {Cargo bike|Projector|Party tent|Trailer} for {a weekend|two days|a week}
  tables > Table for {two|four|six}

leave request, leave, absence, time off, vacation request, application, permission request, approval, access request : days 1-15; hours 4-40; balance 2-28
  holiday > {Summer holiday|Long weekend|Family visit|Ski week}
  care > {Child ill|Parental leave|Care for a relative}
  training > {Language course|Trade fair|First aid course|Exam days}
  other > {House move|Wedding|Doctor's appointment|Overtime off in lieu|Study leave|Voluntary work|Jury duty|School enrolment|Medical rehabilitation|Sabbatical}
`;
