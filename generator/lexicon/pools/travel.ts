// Names and descriptions for journeys, bookings and deliveries. read-pools.ts explains the notation.
export const TRAVEL = `
trip, tour, excursion, vacation, package tour, itinerary, cruise, travel package, journey, holiday, guided tour : price 29-2400; minutes 60-480; days 2-14; capacity 6-30; rating 3.6-4.9; distance_km 4-900; seats 6-30
  city > {Lisbon|Porto|Vienna|Copenhagen|Seville} {long weekend|on foot|by tram}
  nature > {Alpine|Fjord|Moor|Volcano} {hut walk|crossing|photo tour}
  food > {Market|Wine cellar|Street food} tour, {Turin|Lyon|Athens|Oaxaca}
  rail > By night train to {Stockholm|Venice|Zagreb}
  boats > {Canal|Harbour|Archipelago} cruise
  ~ {Small group|Private guide|Self-guided}, {easy|moderate} pace. {Lunch included|Train tickets included|Starts at the main station}.

flight, connection, route, line, service route, leg, segment, bus line, train connection : price 39-1240; minutes 45-720; distance_km 180-9400; seats 4-220; capacity 120-320; duration 45-720; hours 6-22/5
  heron air > HN {101..199}
  skylark > SK {410..489}
  windrose > WR {2010..2099}
  north rail > NR {12..89}

airline, carrier airline, operator : rating 3.1-4.8
  airlines > {Skylark|Heron|Northwind|Petrel|Meridian|Blue Ridge|Polar|Isla} {Air|Airways}
  ferries > {Sound|Island|Coast} {Ferries|Line}
  rail > {Alpine|Harbour|Cross-Country} Rail
  coaches > {Green|City|Night} Coach

parcel, package, shipment, delivery, mail piece, cargo, freight, consignment shipment, letter, pallet, container : weight_kg 0.3-22; price 4.2-38; length_cm 12-110; value 10-640; quantity 1-4; distance_km 12-1400
  documents > {Contract folder|Passport copies|Signed forms|Certificates}
  goods > {Running shoes|Desk lamp|Coffee beans|Winter coat|Ceramic bowls|Headphones}
  private > {Birthday present|Books|Home-made jam|Baby clothes|Board game|Spare keys|Violin strings}
  parts > {Brake discs|Printer cartridges|Bicycle wheel|Pump seals}
  ~ {Fragile|Do not bend|Keep upright|Signature required}. {Leave with the neighbour|Ring twice|Deliver to the side door}.

shipping method, delivery option, shipping option : price 3.9-29; days 1-7
  standard > {Standard|Economy|Green} {parcel|delivery}
  express > {Express|Next day|Before noon|Overnight} {parcel|delivery}
  pickup > {Shop pickup|Locker pickup|Station pickup}
  special > {Bulky goods|Refrigerated|Insured letter|Bike courier}
  abroad > {Europe|World} {standard|express}

ticket, pass, admission, event ticket, fare, entry ticket, season ticket + event show concert festival venue seat movie match train bus museum visitor passenger ride exhibit : price 4-140; quantity 1-6
  day > Day ticket, {adult|child|senior|family}
  evening > Evening ticket, {adult|student}
  seats > {Stalls|Circle|Balcony|Box}, {reduced|full price}
  rail > {Single|Return|Weekend|Monthly} ticket
  passes > {Season|Ten-visit|Three-day} pass

campsite, pitch site, hut, cabin, trail, hike, ski run, slope, park, national park, beach, lake, mountain : distance_km 2-42; elevation 120-2900; length_km 2-42; rating 3.6-4.9; capacity 8-180; price 8-64
  trails > {Ridge|Gorge|Lakeside|Chapel|Monks'} {path|trail}
  huts > {Eagle|Larch|Glacier|Stone} hut
  camps > {Pine Grove|Otter Bend|Long Meadow} campsite
  parks > {High Moor|Silver Coast|Black Forest Edge} National Park
  lakes > {Upper|Mirror|Heron} Lake
  ~ {Marked in red|Open from May to October|Shade in the afternoon}. {Water at the start|Dogs on a lead|Not in winter}.
`;
