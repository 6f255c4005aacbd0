// Names and descriptions for pages, notes, files, tables, calendars and roles. read-pools.ts explains the notation.
export const DESK = `
calendar, agenda : events 3-40
  work > {Team|Project|On-call|Release|Workshop} {meetings|planning|rota|milestones}
  rooms > {Maple|Harbor|Attic|Garden} room
  personal > {Birthdays|School holidays|Garden work|Choir rehearsals|House and repairs}

page, document, article page, wiki page, section, chapter, doc : views 10-900; words 120-2400
  guides > {Getting started with|How we work with|Notes on|Checklist for} {the warehouse system|new suppliers|the support rota|the release calendar|expense claims}
  decisions > {Decision|Proposal|Review}: {opening hours in winter|one price list|the move to Maple Street|shared calendars}
  minutes > Minutes of {the sales round|the board|the safety meeting|the editors} in {March|April|May}
  ~ {Who does what, and until when|What we tried, and what we keep|Open questions at the end}. {Reviewed in April|Owner: {first}|Links to last year's version}.

note, notebook, journal, memory, journal entry, memo : words 10-300
  work > {Ideas for|Questions about|Call notes on|Things to check for} {the autumn fair|the new shelves|the budget round|the newsletter|the website}
  home > {Reading list|Recipes to try|Packing list|Garden plan|Measurements} {for the summer|for the weekend|for the house}
  ~ {Ask {first} about the dates|Two options, the second is cheaper|Needs a photo}. {Look again on Monday|Half done|Written down in a hurry}.

file, attachment, upload, asset file : size 12-4800; kilobytes 12-4800
  office > {price-list|minutes|floor-plan|offer|contract|budget}-{march|april|may|june}.{pdf|docx}
  data > {orders|visitors|readings|stock|survey}-2031-{01..05}.{csv|xlsx}
  images > {storefront|team|workshop|harbor|poster}-{1..9}.{jpg|png}

folder, directory, collection, drive : files 2-80
  _ > {Contracts|Invoices|Photos|Press|Templates|Travel|Training} 20{29..31}
  _ > {Finance|Marketing|Support|Workshop|Archive}

data table, table + base field record sheet database : rows 20-4000
  business > {Customers|Suppliers|Orders|Invoices|Products|Visits|Contracts}
  work > {Tasks|Projects|Meetings|Ideas|Equipment|Rooms} {2031|open|done}

database, dataset, data set, bucket, schema, index, warehouse table, namespace store : rows 500-90000; size 2-900
  business > {orders|customers|inventory|billing|shipping|visitors}-{main|archive|staging}
  logs > {access|audit|metrics|events}-{eu|us|daily}
  media > {images|uploads|exports|backups}-{public|private|2031}

column, field, custom field, attribute : _ 1-2
  _ > {Status|Priority|Owner|Due date|Amount|Category|Region|Phone|Notes}
  _ > {Order|Invoice|Contract|Delivery|Visit} {date|number|total}

model, template model, language model : parameters 1-70
  _ > {heron|maple|lantern|finch}-{small|base|large}
  _ > {demand|price|churn|route} {forecast|classifier|ranker}

role, permission, permission set : members 1-30
  _ > {Viewer|Editor|Reviewer|Administrator|Owner|Guest}
  _ > {Billing|Support|Warehouse|Content|Release} {manager|reader|editor}

backup, snapshot, image backup, restore point : size 2-900
  _ > {nightly|weekly|before-release|manual}-{orders|billing|web|search}-{01..28}

monitor, check, uptime check, probe, status page, health check + uptime incident interval alert : interval 30-600
  web > {Web shop|Booking page|Help center|Status page|Partner portal|Blog} {home page|sign-in|search}
  services > {Checkout|Billing|Search|Image|Mail} {API|queue|worker}

maintenance, maintenance window, planned work : minutes 30-240
  _ > {Database|Network|Storage|Payment|Search} {upgrade|move|cleanup|failover test}

test, experiment test, test case, step, phase : minutes 1-30
  _ > {Sign in|Check out|Search|Refund|Export} {with an empty cart|on a phone|as a guest|in German|twice}

version, revision, build version : _ 1-2
  _ > {1..6}.{0..12}.{0..9}

license, certificate license : seats 1-100
  _ > {Design|Drawing|Accounting|Mail|Backup} suite {5|10|25|100} seats

wallet, bank account, account + balance currency transfer deposit iban : balance 20-9000
  _ > {Household|Savings|Travel|Business|Rent|Holiday} account
  _ > {Everyday|Joint|Reserve|Club|Studio} account {1..4}

account, profile, tenant, client account : users 1-60
  _ > {Heron Bikes|Oak and Linen|Saltmarsh Tea|Papercrane Studio|Harbor Optics|Finch Interiors|Lantern Books} {|North|Retail|Online}

payment link, checkout link : amount 5-400
  _ > {Workshop ticket|Gift card|Deposit|Membership|Donation|Sample box} {spring|summer|autumn|2031}

checklist, check list : items 3-12
  _ > {Opening|Closing|Release|Onboarding|Moving day|Trade fair} checklist {for new colleagues|for the workshop|for the shop}
  _ > Before {the visit|the launch|the audit|delivery}

timer, log, worklog, time entry, session log : minutes 5-240
  _ > {Draft|Review|Call about|Fix|Plan} {the price list|the invoice template|the search page|the spring catalogue}

network, port, wifi network, vlan : devices 2-60
  _ > {office|guest|warehouse|workshop|backup|studio|harbor}-{lan|wifi|vpn}

banner, widget, block : views 100-9000
  _ > {Summer sale|New opening hours|Newsletter sign-up|Free delivery|Gift guide} {banner|box|teaser|strip}

resource, batch, bundle : _ 1-2
  _ > {Sample|Starter|Spring|Pilot|Reference} {set|kit|series} {A|B|C|D}

dispute, complaint : amount 10-400
  _ > {Charged twice|Not delivered|Wrong size|Unknown charge|Arrived broken} ({march|april|may|june})
`;
