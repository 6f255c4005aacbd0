// Names and descriptions for places, rooms and organizations. read-pools.ts explains the notation.
export const PLACES = `
hotel, hostel, guesthouse, lodging, accommodation, motel, resort : price 48-320; rate 48-320; rating 3.1-4.9; rooms 12-180; stars 2-5
  city > Hotel {Miramar|Lindenhof|Central|Europa|Astoria|Belvedere}
  small > {The Old Mill|The Lantern|The Copper Bell|Harbour|Rosehill|St. Anna} {Inn|Guesthouse}
  coast > {Seaview|Sandbank|Dune|Lighthouse} {Lodge|Resort}
  hostel > {Backyard|Station|Riverside} Hostel
  ~ {Five minutes from the station|Quiet side street|On the promenade}. {Breakfast included|Lift and garden|Pets welcome}.

restaurant, cafe, bistro, bar, pub, eatery, diner, canteen, food truck : rating 3.2-4.9; seats 18-120; capacity 18-120; price 12-64; hours 11-22/30
  italian > {Trattoria|Osteria} {Bella|da Marta|Limone|Tre Torri}
  cafe > {Café|Kaffeehaus} {Amber|Nordlicht|Meridian|Blum}
  asian > {Golden|Lotus|Jade|Little} {Bowl|Lantern|Dumpling|Noodle}
  pub > The {Copper Kettle|Red Fox|Anchor|Three Geese}
  local > {Zum Löwen|Chez Margot|Casa Pepe|Taverna Elia}
  ~ {Seasonal kitchen|Wood oven|Terrace in the yard|Vegetarian menu}. {Closed on Mondays|Lunch on weekdays|Reservations until six}.

hall, exhibition hall, gallery hall, wing : capacity 20-600
  _ > Hall {A|B|C|1|2|3|4|5}
  _ > {North|South|East|West|Garden|Upper|Lower} {Hall|Gallery|Wing}

venue, theater, theatre, cinema, arena, stadium, auditorium, concert hall, gallery : capacity 60-4200; seats 60-4200; rating 3.4-4.9
  halls > {City|Market|River|Old Brewery} {Hall|Pavilion}
  theatres > {Royal|Lyric|Garden|Chamber} {Theatre|Playhouse}
  cinemas > {Rex|Astor|Lumière|Metropol} Cinema
  sport > {North|Harbour|Park} {Arena|Stadium}
  galleries > Gallery {Nord|am Markt|White Wall}
  ~ {Step-free access|Bar in the foyer|Tram stop in front}. Built in {1908|1957|2014}.

museum, collection house : price 6-24; rating 3.8-4.9; hours 10-18/30
  _ > Museum of {Clocks|Navigation|Glass|Modern Design|Natural History|Print|Textiles|Photography|Musical Instruments}
  _ > {City|Maritime|Railway|Folk Art|Open-air|Regional|Toy|Mining} Museum
  _ > {Halloran|Brandt|Castell|Lindqvist} Collection
  ~ {Open daily except Monday|Free on the first Sunday|Guided tours at eleven}. {Café on the roof|Step-free access|Shop at the exit}.

attraction, landmark, sight, point of interest, monument, tourist attraction, poi : price 4-28; rating 3.6-4.9; capacity 60-1800; hours 10-18/30
  monuments > {City Gate|Clock Tower|Roman Bridge|Water Castle|Old Crane|Windmill}
  sights > {Old Town|Harbour|Castle|Cathedral} {Square|Tower|Garden}
  _ > {Botanical|Japanese|Rose} Garden
  view > {Signal Hill|Chapel Hill|West Pier} lookout
  ~ {Open daily except Monday|Free on the first Sunday|Guided tours at eleven}.

store, shop, branch, outlet, pickup point, parcel shop, boutique, location, retail store, supermarket, market : rating 3.1-4.8; capacity 10-200; hours 9-19/30
  _ > {Market Square|Station Road|Mill Street|Harbour Front|King Street|Elm Street|River Quay} branch
  _ > {North|South|East|West} {Gate|End|Park} store
  _ > {Central|Riverside|Airport|Old Town} {Arcade|Centre}
  _ > {Corner shop|Kiosk} {Linden Avenue|Chapel Lane|Bridge Street}
  ~ {Parking behind the house|Entrance from the yard|Ground floor, step-free}.

warehouse, depot, distribution center, facility, site, plant site, factory, fulfillment center, hub, yard : capacity 400-24000; docks 2-24
  _ > {North|South|East|West|Central} {hub|depot}
  _ > {city} {warehouse|distribution centre}
  _ > {Cold store|Returns centre|Bulk store|Spare parts store} {1|2}
  plants > {Bottling|Assembly|Packaging} plant {A|B}

station, charging station, bike station, dock, train station, stop, bus stop, weather station, fuel station, terminal, charger : capacity 4-40; price 0.3-0.8; power_w 3700-22000
  _ > {Market|Linden|Cathedral|Theatre|Victoria} Square
  _ > {Mill|Harbour|University|Castle} Street
  _ > {North|South|Airport|Trade Fair} Terminal
  _ > {Rose|City|Zoo|Palace} Park
  _ > {East|West|Canal} Gate
  _ > {Old|New|Iron} Bridge

office, branch office, site office, kitchen, farm, garden, allotment, practice, household, field office : area 40-900; capacity 4-60
  _ > {Mill Lane|Harbour|Station Road|Old Town|Riverside|North Park|Market Square|Hill Street} {North|South|West|One|Two}

construction site, building site, project site, work site, site + worker incident address construction trade crew safety material : area 200-9000
  _ > {Harbour|Mill Road|Station|Riverside|North Park|Old Brewery} {Offices|School extension|Car park|Bridge repair|Flats}

room, meeting room, hotel room, conference room, classroom, lab, studio, suite, ward, chamber, office room : capacity 2-24; rate 40-260; price 40-260; beds 1-3; seats 4-24; area 14-90
  _ > {Maple|Birch|Linden|Alder|Juniper|Willow} room
  _ > Room {101|102|104|107|203|206|210|301|305}
  _ > Studio {A|B|C}
  _ > {Library|Fireside|Garden|Attic} room
  ~ {Screen and whiteboard|Window to the yard|Projector and flip chart}. {First|Second|Third} floor.

seat, desk, berth, table, spot, parking spot, parking space, bay, space, pitch, slip, stall, booth, locker, box, bed, mooring, lane space : capacity 1-8; seats 2-8; rate 2-40; price 2-40
  _ > A{1..24}
  _ > B{1..24}
  _ > C{1..18}
  _ > D{1..12}

apartment, flat, house, property, listing, home, real estate, rental property, villa, cottage, holiday home, residence, unit rental, building : price 690-3400; rent 690-3400; rate 42-290; deposit 800-5200; area 28-210; rooms 1-6; beds 1-5; bathrooms 1-3; year 1890-2030; rating 3.4-5; floor 0-6
  flats > {Bright|Quiet|Renovated|Furnished} flat, {Elm Street|Harbour Front|Mill Lane|Castle Road}
  houses > {Terraced|Semi-detached|Detached} house {near the park|with garden|by the river}
  holiday > {Lake|Forest|Dune|Vineyard} {cottage|cabin}
  lofts > {Loft|Studio|Attic flat}, {Old Town|University quarter|Docklands}
  ~ {Bright, south-facing|Renovated in {2019|2026}|Quiet yard}. {Balcony|Cellar|Shared garden}, {lift|second floor|ground floor}.

plot, field, allotment, garden bed, bed garden, parcel of land, garden, greenhouse, vineyard, orchard + crop plant garden allotment seedling harvest tenant bed : area 24-420; rent 40-260; price 40-260
  _ > Row {A|B|C|D|E}{1..9}
  _ > {South|North|Well|Hedge|Pond} {bed|corner}
  _ > {Long|Upper|Mill} field
  _ > {Tomato|Seedling|Herb} house

city, town, village, destination, place + : population 18000-3200000
  europe > {Lisbon|Porto|Seville|Lyon|Turin|Graz|Ghent|Bergen|Malmö|Gdansk|Bruges|Salzburg}
  asia > {Kyoto|Busan|Penang|Hanoi|Jaipur}
  americas > {Valparaíso|Quebec|Savannah|Oaxaca|Montevideo}
  africa > {Essaouira|Zanzibar City|Windhoek}

region, zone, area, district, neighborhood, territory, sector, quarter : population 8000-420000; area 2-180
  _ > {North|South|East|West} {side|district}
  _ > {Upper|Lower} {Valley|Quay}
  _ > {Old Town|Harbour|University quarter|Market quarter|Garden suburb|Station quarter}
  _ > {Lake District|Wine Road|Hill Country|Coast|Moors}
  _ > {Docklands|Mill Park|Airport zone}

brand, brand name, make brand, trade mark : 
  _ > {Nordlys|Brightshore|Copperfield|Alba|Oak & Linen|Heronway|Tessa Hale|Morrow|Kestrel|Saltmarsh|Lumen|Varde|Juno|Pine & Co|Quill|Oster|Marlow|Brio Nord|Halden|Fjell}
  _ > {Castell|Brandt|Novak|Lindqvist} {1887|Studio|Works}

company, organization, organisation, account company, business, client company, vendor, supplier, manufacturer, partner, employer, enterprise, firm, merchant, customer company, agency, provider, carrier, publisher, sponsor, lead company, institution, contractor, distributor, maker : revenue 120000-48000000; employees 4-4200; headcount 4-4200; rating 3.1-4.9
  trade > {Harbor|Finch|Lantern|Birch|Saltmarsh|Linden|Corvid} {Foods|Retail|Trading|Supply}
  technical > {Heron|Bolt|Quantel|Orchid|Vela} {Systems|Software|Networks|Controls}
  craft > {Granite Works|Axle Motors|Oak & Linen|Petrel Print|Alder Joinery}
  services > {Meridian|Trustway|Windrose|Northgate} {Consulting|Logistics|Services}
  family > {surname} {& Sons|& Partner|Ltd|Group}
  ~ {Family business|Founded by two engineers|Part of a larger group}, {wholesale|manufacturing|services|retail}, in {city}.

bank, insurer, fund, investment fund, portfolio, etf : value 1200-480000; price 12-480; fee 0.1-2
  growth > {Nordic|Global|European|Pacific} {Growth|Technology|Small Companies} Fund
  income > {Dividend|Bond|Property} Income {2032|2035|Plus}
  mixed > {Balanced|Defensive|Dynamic} {25|50|75}
  green > {Clean Water|Renewable Energy|Forest} Fund

school, university, college, academy, kindergarten, campus : students 80-24000; capacity 80-24000; rating 3.2-4.9
  schools > {Linden|Riverside|St. Clare|Hilltop|Mill Lane} {Primary School|Grammar School}
  higher > University of {city}
  arts > {Northern|City} {Conservatory|School of Art}
  evening > {Harbour|Castle} Evening College

hospital, clinic, practice, pharmacy, medical center, doctor office, laboratory, health center, dental clinic : beds 12-640; capacity 12-640; rating 3.2-4.9; hours 8-18/30
  hospitals > {St. Anne|St. Luke|City|University|Lakeside} Hospital
  practices > {Market Square|Mill Street|Station|Garden} {Practice|Clinic}
  pharmacies > {Swan|Lion|Old Town} Pharmacy
  _ > {Eye|Skin|Heart|Dental} {Centre|Clinic}

gym, spa, salon, club, fitness center, barbershop, beauty salon, sports club : rating 3.3-4.9; price 18-89; capacity 12-240; members 40-1800; hours 7-21/30
  gyms > {Iron Gate|North Star|Boxwerk|Pulse} Gym
  salons > {Scissors|Velvet|Mirror|Copper} {Hair|& Comb}
  spas > {Cedar|Salt|Linden} Spa
  clubs > {Rowing|Chess|Tennis|Hiking} Club {North|River}

library, archive place, community center : capacity 20-400; hours 9-19/30
  _ > {Central|Harbour|North End|Market|University|Hillside|Linden|Castle} Library
  _ > Book bus {1|2|3}
  children > {Owl|Fox|Whale} Children's Library
  _ > {Music|Map|Law|Art} Library
  school > {Mill Lane|St. Clare|Riverside} School Library

gate, platform, track platform, counter, checkout, till, door, entrance, dock door : 
  _ > {A|B|C|D}{1..18}
  _ > Gate {1..40}

shelf, rack, bin, aisle, storage location, slot position, cabinet, cell, warehouse location : capacity 4-120; weight_kg 20-900
  _ > A-{01..12}-{1..4}
  _ > B-{01..12}-{1..4}
  _ > C-{01..08}-{1..4}
`;
