// Longer texts by genre, such as mails and comments. read-pools.ts explains the notation; text-genres.ts chooses the
// genre of a column.
export const PROSE = `
chat message :
  {Hi|Hello|Hey} {first}, {are we still on for|can we move} {lunch|the call|Thursday}?
  {I will be|We are} {ten|fifteen|twenty} minutes late, {traffic is bad|the train stopped|sorry}.
  {The parcel|Your book|The plumber} has arrived{, thank you|, finally|}!
  Could you send me {the plan|the address|the photos of Sunday} again?
  {Room Maple|The projector|Table six} is booked from {nine|two|half past three}.
  {Great|Lovely|Careful} work on {the stand|the last release|the price list}, {thank you|really}.
  {See you|Meet me} at {the station|the back door|the café} at {six|seven|noon}.

mail body :
  Dear {first}, {thank you for|I come back to} your {message|call} of {Monday|Tuesday|Friday}. {The offer is attached|We can deliver next week|I have passed it on to our technician}. Kind regards, {first} {surname}
  Hello {first}, {please find the minutes|here are the slides|attached is the invoice} of {last week|our meeting|March}. {Let me know if something is missing|Payment is due within 14 days|Corrections by Friday, please}. Best, {first}
  Hi {first}, {are you free|shall we meet} on {Wednesday|Thursday} at {ten|two|four}? {I would like to go through the budget|Half an hour is enough|We could take the small room}. {first}
  Dear team, {the office closes at three on Friday|the canteen is closed next week|the new scanner is in room 204}. {Please plan accordingly|Questions to the front desk}. Thank you, {first} {surname}

comment :
  {I agree with {first}|Good point|Agreed}{, let us do it this way|, I will change it|, but not before the fair|}.
  {Done|Fixed|Moved to next week}{, please have a look|, tested on two machines|}.
  {Who can|Can somebody} {check the numbers|call the supplier|take this over}? {I am away from Thursday|It is due on Friday|}
  {The quote is|Prices are|New photos are} in the shared folder{ now|, second version|}.
  {Waiting for|Asked} {the printer|legal|{first}}{ since Monday| again today|}.

social reply :
  {Lovely|Great|Beautiful}{, thank you for sharing|, well done|}!
  {Where is this|How long did it take|Which camera is that}?
  {Same here|Count me in|I was there too}{, see you on Saturday|, what a day|}.
  {Need to try this|Saved for later|My kids will love it}{!|.}
  {Congratulations|Good luck}, {first}!

post text :
  {First|Another|Last} {swim|ride|walk} of the {season|year}: {cold, bright and worth it|rain all the way|eleven kilometres and one cake}.
  {Our|The} {bakery|workshop|bookshop|choir} {opens again|moves} on {Saturday|Monday}. {Come by|All welcome|Coffee is ready from eight}!
  {Finished|Started} {the third chapter|a new painting|the kitchen shelf} {today|last night}. {Only took four months|More tomorrow|Photos soon}.
  {Does anyone|Who can} recommend {a dentist|a good map app|a quiet campsite} {near {city}|in {city}}?

review text good :
  {Exactly as described|Better than expected|Lovely piece}, {arrived in two days|well packed|fair price}. {Would order again|My sister wants one too|Five stars from me}.
  {Feels|Looks} {solid|well made}, {easy to clean|fits perfectly|simple to assemble}. {Recommended|Will buy from them again}.
  {Very good|Excellent} {quality|service}, {nothing to complain about|used it every day since}.

visit review good :
  {Friendly staff|Quick and careful work|Well organised}, {clear explanations|short wait|good seats}. {We will be back|Recommended|Thank you}!
  {Lovely|Wonderful|Quiet} {place|evening|atmosphere}, {worth every penny|our friends loved it|fair price}.
  {Best|Nicest} {visit|afternoon} in {months|a long time}. {Highly recommended|Already booked again}.

visit review mixed :
  {Good|Nice} {idea|programme|team}, but {it began half an hour late|the room was too warm|parking is difficult}. {Fine for the price|It was all right}.
  {Decent|Solid}, {a bit loud|a little short|nothing special}. {Three stars|Average|Perhaps again}.
  {Some parts were great|We liked the start}, {others less so|the rest dragged on}.

visit review bad :
  {Waited forty minutes|Cancelled at short notice|Rude at the desk}, {although we had booked|nobody apologised|no refund yet}. {We left|Never again}.
  {Overcrowded|Far too loud|Badly organised} and {too expensive|half of it was closed}. {A pity|Would not go again}.

review text mixed :
  {Good|Nice} {in principle|idea}, but {the colour differs from the photo|delivery took eight days|it scratches easily}. {Fine for the price|It will do}.
  {Does what it should|Decent}, {the manual is hard to follow|smaller than I thought|a bit loud}. {Three stars|Average}.

review text bad :
  {Broke after two weeks|Arrived with a scratch|Too small}, {service did not answer|returned it|money back after a month}. {Not again|A pity}.
  {Wrong colour|Cheap plastic|A part was missing}, {asked for a refund|sent it back|waiting for an answer}. {Disappointed|Would not buy again}.

problem report :
  {Since the update of Monday|Since yesterday morning|For about a week} {the list stays empty|the page loads for a minute|the label is cut off|no mail arrives}. {It happens on two computers|Only on my phone|Restarting did not help}.
  When I {save the form|open the invoice|change the address}, {an error 500 appears|nothing happens|the old value comes back}. {A screenshot is attached|Other colleagues see the same|It worked last week}.
  {I was charged twice|The amount is wrong|A position is missing} {on the invoice of {March|April}|for my last order}. {Please check|Could you correct it}?
  {The handle came loose|One lamp does not light|The lid is cracked} {after a few days|on arrival}. {I would like a replacement|Please tell me how to return it}.

solution :
  {Replaced the cable|Reset the password|Cleared the cache|Sent a replacement}{ and tested with the customer|, works again|}.
  {Second charge refunded|Invoice corrected|Address changed}, {confirmed by mail|customer informed}.
  {Rolled back to the last version|Added the missing right|Restarted the print queue}; {no further errors|watched for a day}.

internal note :
  {Called on {Monday|Tuesday|Thursday}|Wrote a mail|Left a message}, {waits for an answer|will call back|asked for an offer}.
  {Prefers|Asks for} {contact by mail|a call in the afternoon|another date}.
  {Moved from last week|Checked by {first}|Second reminder sent}{, see attachment|, nothing open|}.
  {Key is|Papers are} {with the neighbour|at the front desk|in room 204}.

delivery note :
  {Please ring twice|Leave with the neighbour|Side door, blue gate|Call before delivery}{, after {four|five} if possible|, thank you|}.
  {Gift wrap|No plastic|One bag per item}, please.
  {Sliced|Without seeds|Extra well done|No onions}, please.
  {Pick-up|Collection} by {my son|a colleague} at {eight|noon|five}.

guest request :
  {Window table|Quiet corner|High chair|Outside if dry}, please{, we are {three|four|five}|}.
  {Late arrival, about|We arrive at} {nine|ten|eleven} in the evening.
  {Ground floor|Baby cot|Extra blanket|Parking space} if possible.
  {One of us is vegetarian|Nut allergy|It is a birthday}{, thank you for thinking of it|}.

treatment note :
  {Exercises|Home programme} {explained|repeated}, {less pain than last week|next visit in two weeks|to be done every day}.
  {Findings unchanged|Better than at the last visit}, {no new complaints|continue as before|medication stays the same}.
  {Check again|Follow-up} in {two|three|six} weeks{, earlier if it gets worse|}.

insurer name :
  {Heron|Alder|Granite|Lantern|Linden|Harbor|Meridian} {Health|Mutual|Insurance|Assurance|Care}

order reason :
  {No longer needed|Ordered by mistake|Found it cheaper elsewhere|Arrived too late|Wrong size|Wrong colour|Damaged in transit|Does not match the photo|Present, already owned|Ordered twice|Part is missing|Too heavy|Quality not as expected|Battery does not charge|Changed my mind|Better price elsewhere|Delivery took too long}
  {One size|Two sizes} too {small|large|wide|narrow}

visit reason :
  {Yearly check-up|Follow-up visit|Vaccination|Second opinion|New prescription|Blood test|Travel advice}
  {Cough|Headache|Back pain|Rash|Sore throat|Dizziness} for {three days|a week|two weeks}
  Pain in the {left|right} {knee|shoulder|ankle|wrist}

leave reason :
  {Summer holiday|Family visit|House move|Wedding of my sister|Child is ill|Exam days|Long weekend in {city}|Doctor's appointment|Overtime off in lieu|Parental leave|Training course}
  {Two days|A week} in {city}

change reason :
  {Asked for by phone|Asked for by mail} on {Monday|Tuesday|Wednesday|Friday}
  {New supplier|New price list|Change of plans|Stock count|Data entry corrected|Duplicate entry|Contract ended|Agreed with {first}|Out of season}
  {Requested by|On behalf of} {first} {surname}

short bio :
  {Grew up in|Moved to} {city}, {works as a joiner|teaches maths|runs a small bakery|writes about trains|restores bicycles}. {Two children, one dog|Sings in a choir|Early riser}.
  {Photographer|Gardener|Engineer|Nurse|Translator} in {city}{, tea rather than coffee|, on the road most weekends|}.

article text :
  {The old|The new} {tram line|market hall|harbour bath|library} {opens on Saturday|has found a new tenant}. {Work took eleven months|Residents had asked for it for years} and {cost less than planned|the council paid half}. {The mayor speaks at ten|Entry is free on the first day}.
  {Three things|A few rules} make {meetings|invoices|handovers} shorter: {send the agenda the day before|one person writes|end on time}. {We tried it for a month|Teams of four do best}; {the result surprised us|here are the numbers}.
  {A walk through|One day in} {city} {begins at the station|is best begun on foot}. {Follow the river|Cross the square} until {the mill|the cathedral} comes into view, {then turn left|and have a coffee}.

cooking steps :
  {Chop|Slice|Dice} the {onions|carrots|leeks} and {fry|soften} them in {butter|oil} for {5..12} minutes. {Add the rest|Add stock and herbs}, {simmer for {15..45} minutes|cover and cook until tender}. {Season and serve|Serve with bread}.
  Mix {the flour and salt|the dry ingredients}, add {water|milk|yoghurt}, {knead for ten minutes|stir until smooth}. {Rest for an hour|Chill overnight}, then bake at {180..230} °C for {20..45} minutes.
  {Boil|Steam} until {just tender|soft}, {drain well|keep a cup of the water}. {Toss with|Fold in} {lemon and oil|herbs|grated cheese} and {serve warm|let it rest for five minutes}.

how to :
  {Switch off the main valve|Unplug the device|Open the side cover}, {wait two minutes|take out the filter}, {then press reset|clean it with warm water}. {Close the cover|Dry it well} before {use|switching on}.
  {Open the settings|Go to your profile}, choose {Security|Notifications|Invoices} and {press Save|confirm by mail}.

log line :
  {GET|POST|PUT} /{orders|customers|invoices|search} {200|200|200|404|500} {8..940} ms
  {Connected to|Lost connection to|Reconnected to} {orders-db|redis-01|mail-02}
  {Job|Task} {backup|import|report|mailer} {started|finished in {2..48} s|failed, retry {1|2|3}}
  {Cache|Queue} {cleared|size {10..940}|warmed in {1..20} s}

error text :
  {Connection|Request} timed out after {5|10|30} s
  {Invalid|Missing|Expired} {token|signature|certificate}
  {File|Record|Customer} not found
  {Disk is full|Out of memory|Too many requests|Permission denied}{ on node {1..9}|}
  {Amount exceeds the limit|Card was declined|Address could not be verified}

agenda :
  {Welcome|Open points}, {figures of the month|budget|staff}, {fair in autumn|new suppliers|move of the warehouse}, {any other business|next date}
  {Last week|Review}, {this week|plan}, {blockers|risks}, {decisions|questions}

summary line :
  {Short|First|Revised} {overview|draft|version} of {the spring range|supplier prices|the move|open invoices|visitor numbers}{, as of {March|April}|, with figures|}.
  {Compares|Lists|Explains} {three suppliers|all open points|the new prices|returns by month}{ and recommends the second|, one page|}.

answer text :
  {Yes|In most cases, yes}: {within 30 days|with the receipt|online or at the desk}.
  {No|Not at the moment}, {but we are working on it|the item is out of stock|please write to the service desk}.
  {You find it under|Go to} {Settings|My orders|Profile}, then {Invoices|Address|Security}.
  {It takes|Allow} {two|three|five} working days.
`;
