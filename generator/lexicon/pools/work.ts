// Names and descriptions for tasks, projects, meetings and staff. read-pools.ts explains the notation.
export const WORK = `
task, todo, to do, reminder, action item, subtask, chore, work item, checklist item, check item, acceptance criterion : hours 1-16; points 1-8; minutes 15-120; progress 0-100
  office > {Send|Check|Approve} {the invoice of March|travel expenses|the supplier contract|the minutes}
  _ > {Call|Write to|Meet} {the printer|the landlord|the new supplier|the tax adviser}
  events > {Book the room|Order lunch|Print name tags|Invite the speakers} for the {spring|summer} workshop
  content > {Draft|Proofread|Publish} {the newsletter|the price list|the job advert}
  repair > {Replace the projector lamp|Fix the back door|Water the plants|Empty the archive shelf}
  ~ {Ask {first} for the numbers|Last year's file is in the shared folder|Needs a signature|Half an hour is enough}. {Before noon, if possible|Not urgent|Tell {first} when done|Keep the receipt}.

card, board card, kanban card, story, user story + board list column sprint lane checklist label : points 1-8; comments 0-9
  product > {Compare prices of three hosts|Interview five customers|Sketch the new start page|Name the spring collection}
  build > {Wire up the payment form|Measure page speed|Clean up image sizes|Write the import script}
  marketing > {Plan the summer mailing|Photos of the new range|Book the trade fair stand|Draft the press note}
  office > {Order desk lamps|Renew the insurance|Prepare the budget talk|Welcome folder for {first}|Choose a new printer}
  ~ {Details in the attached sheet|Waiting for the quote|Small, but customers ask for it|To be done before the fair|Agreed in the last review}. {{first} knows the background|Two days at most|See last year's notes|Check with {first} first|Photos are in the folder}.

meeting, room booking, meeting booking, conference call, team call, video call, agenda item : minutes 15-90; attendees 2-14; hours 8-17/15
  weekly > {Weekly|Monthly|Morning} {sales round|team call|planning|support review|budget check}
  talks > {Interview with {first}|Supplier call|Talk with {first}|Handover to {first}|Review with legal}
  projects > {Kick-off|Workshop|Decision|Rehearsal} {autumn fair|new website|price list|warehouse move}

shift, rota shift, work shift : hours 4-9
  _ > {Early|Late|Night|Weekend} {shift|desk|bar|ward|counter}

inspection, permit, repair, repair job, maintenance, maintenance order, work order, service visit : price 40-900; cost 40-900; minutes 30-240
  building > {Roof|Boiler|Lift|Scaffold|Fire door|Gutter|Window} {check|repair|renewal}
  machines > {Oil change|Brake check|Belt replacement|Filter change|Calibration}{, half-yearly| before winter|}

carrier, courier, freight company, shipping company, forwarder, haulier, logistics provider, shipping line : rating 3.4-4.9; rate 0.6-2.4
  _ > {Nordic|Atlas|Blue Anchor|Meridian|Swift Arrow|Three Rivers|Harbour} {Freight|Logistics|Cargo|Express}

list, column, board list, lane, swimlane + board card task : 
  flow > {Backlog|To do|In progress|In review|Blocked|Done|Ready|Next up}
  plans > {This week|Next week|Later|Ideas|Waiting}
  quarters > {Spring|Summer|Autumn|Winter} plans
  archive > {Done in|Archive of} {March|April|May}

board, workspace, space, channel, group, team space, kanban board : members 2-60
  products > {Web shop|Mobile app|Price list|Supplier portal|Spring collection} 
  teams > {Marketing|Design|Service desk|Warehouse|Finance} {board|planning}
  events > {Trade fair|Summer party|Open day|Workshop series}
  personal > {Garden|House move|Reading list|Travel plans|Kitchen renovation}
  ~ {Everything for the next release|Weekly planning on Mondays|Open to the whole company|Who does what, and until when}. {Kept by {first}|Cleaned up every month|Ask {first} for access}.

project, programme, program, initiative, campaign, workstream, portfolio : price 4000-180000; budget 4000-180000; hours 20-900; progress 0-100; members 2-14
  renovation > {Office|Canteen|Warehouse|Shop} {renovation|extension|move}
  web > {Web shop|Customer portal|Intranet} relaunch
  marketing > {Spring|Summer|Winter} {campaign|catalogue}
  process > {Paperless invoices|Shorter delivery times|New price model|Supplier audit}
  _ > {Apprentice programme|Leadership training|Onboarding handbook}
  ~ {Started after last year's survey|Half of the budget is committed|Planned in three steps}. {Review every second Monday|Run by a team of {3..8}}.

meeting, calendar event, appointment + attendee organizer calendar invite : minutes 15-90; capacity 4-20; hours 9-17/30
  team > {Weekly team|Planning|Retrospective|Budget} meeting
  talks > {One-to-one|Coffee} with {first}
  customers > {Kick-off|Demo|Contract talk} with {Harbor Foods|Alder Health|Finch Retail|Axle Motors}
  hr > {Interview|Onboarding|Review} with {first}
  ~ Agenda: {open points, figures, next steps|last week, this week, blockers|offer, dates, questions}.

department, team, division, unit, business unit, squad, crew : members 3-40; budget 40000-900000; headcount 3-60
  _ > {Finance|Sales|Marketing|Legal|Purchasing|Logistics}
  _ > {Engineering|Platform|Data|Quality|IT service}
  _ > {Human resources|Training|Facilities|Reception}
  _ > {Customer service|Field service|Key accounts|Returns|Retail}
  ~ {Reports to the board|Sits on the second floor|Grows by three this year|New since last autumn}. {Led by {first} {surname}|Meets on {Mondays|Tuesdays|Thursdays}}.

role, job title, position, position title + employee candidate vacancy department user permission : salary 32000-96000
  office > {Office|Account|Project|Product|Store} manager
  _ > {Backend|Frontend|Data|Network|Test} engineer
  trades > {Electrician|Joiner|Warehouse clerk|Driver}
  finance > {Accountant|Controller|Payroll clerk|Buyer}
  health > {Nurse|Physiotherapist|Receptionist}

vacancy, job posting, opening, job, job listing, job opening : salary 30000-98000; applicants 0-60
  office > {Office|Account|Product|Store} manager (m/f/d)
  _ > {Backend|Data|Network} engineer, {part time|remote|on site}
  trades > {Electrician|Joiner|Driver} in {city}
  health > {Nurse|Physiotherapist} for {nights|weekdays}
  finance > {Accountant|Payroll clerk|Controller}, {two years|permanent}
  ~ {38|40} hours a week, {30 days of leave|start as soon as possible|flexible hours}. {Experience welcome, not required|Fluent in two languages}.

document, file, attachment, report, doc, paper, upload, record + folder drive share size attachment path : size 12-9400; pages 1-60
  contracts > {Lease|Supplier|Service} contract {2029|2030|2031}.pdf
  finance > {Budget|Invoices|Expenses} {January|February|March|April} 2031.xlsx
  minutes > Minutes {team|board|works council} {02|03|04|05}-2031.docx
  plans > {Floor plan|Site plan|Seating plan}.pdf
  pictures > {stand|team|warehouse}-{1..9}.jpg
  ~ {Signed version|Draft for comments|Replaces the version of last year}.

report, analysis, dashboard, survey, questionnaire, form : pages 2-48; responses 4-420
  sales > {Weekly|Monthly|Quarterly} sales report
  service > {Ticket volume|Response times|Customer satisfaction} {March|April|first quarter}
  stock > {Stock count|Slow movers|Write-offs} {2030|2031}
  _ > {Employee survey|Sick leave|Overtime} {2030|2031}
  web > {Traffic|Conversion|Search terms} of the {shop|blog|help centre}
  ~ {Figures as of last Friday|Compared with the year before|Three recommendations at the end}.

folder, directory, notebook, collection, album + file document note photo : size 2-900
  office > {Contracts|Invoices|Templates|Minutes|Price lists}
  projects > {Trade fair 2031|Web shop relaunch|Warehouse move|Annual report}
  _ > {Onboarding|Training|Holiday plans|Applications}
  private > {Recipes|Travel|House|Photos 2030|Taxes}
  archive > Archive {2026..2030}

note, memo, page, wiki page, article, journal entry, entry + notebook tag folder workspace page title content : words 60-1800
  meetings > Notes: {supplier visit|budget round|team day|retrospective}
  how-to > How to {book a room|claim expenses|reset the scanner|order stock}
  ideas > Ideas for {the summer party|the new shop window|shorter meetings}
  lists > {Packing list|Reading list|Gift ideas|Questions for the vet}
  diary > {Monday|Tuesday|Friday} in {city}
  ~ {Short version of a long talk|Links at the end|To be completed}.

shift, rota, roster, duty : minutes 240-510; hours 6-22/30
  _ > Early shift, {desk|kitchen|warehouse|ward 2|till 1}
  _ > Late shift, {desk|kitchen|warehouse|ward 2|till 1}
  _ > Night shift, {gate|ward 2|reception}
  _ > Weekend shift, {till 1|kitchen|reception|gate}
  _ > Standby, {north|south|west|technical}

policy, rule, guideline, procedure, regulation : 
  office > {Home office|Desk sharing|Travel|Visitors} {policy|guideline}
  it > {Password|Backup|Remote access|Device} {policy|procedure}
  money > {Expenses|Purchasing|Discount|Gift} {policy|rule}
  safety > {Fire drill|Lifting|Ladder} {procedure|rule}

skill, competence, certification, qualification, badge, achievement : level 1-5; years 1-12
  _ > {SQL|Welding|Network security|CAD drawing|Python}
  languages > {Spanish|French|Polish|Sign language}
  care > {First aid|Wound care|Medication}
  office > {Bookkeeping|Negotiation|Presentation|Project planning}
  trade > {Forklift licence|Food hygiene|Electrical safety|Crane operation|Barista}

contract, agreement, deal, offer, proposal, quote, opportunity, tender, bid : price 800-96000; amount 800-96000; months 3-36; probability 10-90
  services > {Cleaning|Maintenance|Hosting|Security|Catering}, {one year|two years|three sites}
  supply > {Office paper|Bakery flour|Packaging|Solar panels}, {one year|two years}
  projects > {Web shop|Warehouse shelves|Shop fitting|Price labels}, {first|second} phase
  licences > {20|50|100} licences, {design tool|planning tool}
  ~ {Renews by itself|Three months' notice|Price fixed until 2032}.

goal, objective, habit, target, key result, kpi, metric : progress 0-100; target 5-60; value 2-90
  health > {Walk 8,000 steps|Sleep eight hours|Drink two litres|Stretch for ten minutes}
  learning > {Read twelve books|Finish the Spanish course|Practise piano}
  work > {Answer within a day|Close the month by the 5th|Halve paper invoices|Fewer returns}
  saving > {Holiday|New bike|Emergency} fund
  sport > {Run 10 km|Swim 40 lengths|Cycle to work twice a week}
  home > {Declutter one room|Cook at home four times|Less screen time|Grow own herbs}
`;
