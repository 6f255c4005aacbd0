// Names and descriptions for learning, events, sport and leisure. read-pools.ts explains the notation.
export const LEARNING = `
course, class, lesson, workshop, seminar, training course, webinar, lecture, subject, module course, unit course, curriculum : price 12-480; minutes 45-180; hours 8-20/15; capacity 6-32; seats 6-32; weeks 4-14; credits 2-10; rating 3.6-4.9; lessons 4-24
  languages > {Spanish|Italian|Polish|Japanese} {for beginners|conversation|A2|B1}
  crafts > {Pottery|Bookbinding|Watercolour|Bread baking|Basket weaving}
  technical > {Spreadsheets|Databases|Web pages|Photography} {basics|in practice}
  science > {Introduction to Statistics|Organic Chemistry|Microbiology|Linear Algebra}
  music > {Guitar|Choir|Drums} {for beginners|evening}
  ~ {Ten evenings|One weekend|Six Saturdays}, {no experience needed|for those who know the basics}. {Materials included|Certificate on request}.

exam, test, quiz, assignment, homework, assessment, essay, grade item, coursework + student course class teacher grade score question : points 20-100; minutes 20-180; score 48-100; grade 48-100
  maths > {Algebra|Geometry|Calculus|Statistics} {quiz|test|problem set}
  language > {Essay|Vocabulary|Listening} {one|two|three}
  science > {Lab report|Midterm|Final exam}: {cells|acids|optics}
  history > Source analysis: {the Hanse|railways|the printing press}
  projects > {Group project|Presentation|Portfolio} {spring|autumn}
  ~ {Open book|Without calculator|Two pages}. {Hand in as PDF|In class|Counts a third}.

question, flashcard, faq, poll, survey question : points 1-10; votes 0-240; answers 0-14
  everyday > How do I {descale the kettle|return an order|change my address|cancel my booking|reach the service desk}?
  facts > {Which river runs through|What is the largest museum in|How many people live in} {city}?
  opinions > {Which colour for|What name for|Which day for} the {new logo|team room|summer party}?
  how > Why {do cats purr|is the sky blue|does bread rise|do leaves turn red}?

event, party, celebration, ceremony, fair, gathering, calendar entry, conference, meetup, exhibition event, social event, convention, fundraising event : price 4-120; capacity 20-640; minutes 60-240; hours 9-20/30; attendees 4-240; seats 20-640
  town > {Spring|Christmas|Flea|Farmers'} market
  culture > {Reading|Film evening|Vernissage|Chamber concert} {at the mill|in the library|by the river}
  work > {Product|Open source|Supplier|Design} {day|conference|meetup}
  sport > {City|Charity|Lake} {run|swim}
  family > {Lantern parade|Puppet theatre|Kite festival}
  ~ {Please register by Friday|Tickets at the door|Families welcome|Bring a friend}. {Indoors if it rains|Coffee and cake|Step-free access|With live music}.

slot, time slot, appointment slot, availability, opening slot, interval : minutes 15-60; capacity 1-8; hours 8-17/30
  _ > {Monday|Tuesday|Wednesday|Thursday|Friday} {08:30|09:00|10:00|11:30}
  _ > {Monday|Tuesday|Wednesday|Thursday|Friday} {13:00|14:30|16:00}

race, heat, run race, competition, regatta, rally, cup + driver lap runner track kart horse participant finish position : distance_km 1-42; laps 8-40; price 12-85; minutes 8-45; hours 10-20/15; capacity 6-24
  sprint > {Morning|Evening|Junior|Ladies'} sprint
  cups > {Spring|Harbour|Veterans'|Rookie} cup
  endurance > {One|Two|Three}-hour endurance
  series > {City|Alpine|Coast} series, {first|second|third} run
  ~ {Twelve|Fifteen|Twenty} laps, {qualifying included|rolling start|helmets provided}.

match, fixture, tournament, league, game match, season, championship, bout + team player score goal league home away referee : goals 0-6; score 0-6; attendance 120-42000; capacity 400-42000; hours 13-21/15
  league > {City|Harbour|Northside|United|Rovers} vs {Athletic|Wanderers|Rangers|Albion}
  cups > {Regional|Winter|Youth} {Cup|Shield}
  leagues > {Premier|Second|Coastal|Alpine} {League|Division}

team, sports team, club team + player match league coach season score sport goal : points 2-78; wins 0-24; losses 0-20; members 11-32
  city > {Harbour|Northside|Riverside|Castle|Linden} {City|United|Rovers}
  _ > {Red|Blue|Silver} {Foxes|Herons|Badgers|Kestrels}
  _ > {Athletic|Wanderers|Albion} {1898|1907|1921}

exam, test paper, quiz, assignment, homework, assessment : points 10-100; minutes 20-180; score 48-98
  school > {Fractions|Cell biology|French verbs|Coastal geography|The Romans|Electric circuits}{, part {1..4}| test| quiz|}
  essays > {Essay on|Report on|Notes on} {a local river|a short story|an experiment|the town archive}

workout, training session, exercise session, fitness session : minutes 15-90; calories 90-640; km 2-14
  _ > {Morning|Evening|Easy|Long|Hill} {run|ride|swim|row|walk}
  strength > {Upper body|Legs|Core|Full body} {circuit|strength|mobility}

match, game day, fixture, race, tournament : price 5-60; capacity 20-400
  _ > {Harbour|Mill Road|Old Town|Riverside|North Park} {United v Rovers|Cup|Sprint|10 km|Derby|Open}

party booking, kart class, hobby, activity, experience, sport, leisure activity, adventure : price 9-140; minutes 30-300; capacity 2-20; rating 3.6-4.9; calories 90-640
  water > {Kayak|Sailing|Paddle board|Surf} {taster|half day}
  mountain > {Via ferrata|Snowshoe walk|Tandem flight|Climbing taster}
  town > {Escape room|Bowling|Pottery hour|Street art walk}
  family > {Animal park|Treasure hunt|Mini golf}
  winter > {Ice skating|Sledging|Cross-country skiing}

category, tag, topic, label, theme, keyword, genre, interest, type, product category, group category, subject area, hashtag, collection category, tags : items 2-140; count 2-140
  work > {Urgent|Waiting|Follow-up|Idea|Question|Decision}
  home > {Kitchen|Garden|Travel|Family|Health}
  shop > {Lighting|Textiles|Storage|Outdoor|Gifts}
  topics > {Music|History|Science|Sport|Cooking}
  office > {Finance|Customers|Suppliers|Team}

group, community, audience, segment, list mailing, mailing list, cohort, user group, contact list, distribution list : members 4-2400
  customers > {New|Returning|Business|Newsletter} customers
  hobby > {Book club|Hiking group|Allotment neighbours|Choir|Chess circle}
  work > {All staff|Field service|Team leads|Works council}
  school > {Parents of 4b|Class of 2024|Alumni}
  city > {city} {cyclists|runners|volunteers}
`;
