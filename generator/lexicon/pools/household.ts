// Names and descriptions for goods and household objects. read-pools.ts explains the notation.
export const HOUSEHOLD = `
product, item, good, article, goods, merchandise, catalog item, listing item, stock item, inventory item, line item, order item, cart item, sale item, sku : price 6-240; stock 0-180; quantity 1-4; weight_kg 0.2-14; rating 3.2-4.9
  lighting $35-240 > {Brass|Paper|Linen|Glass} {desk|floor|pendant} lamp
  kitchen $18-140 > {Cast-iron|Enamel|Steel} {pan|casserole|kettle}
  textiles $12-95 > {Linen|Wool|Cotton} {throw|cushion cover|table runner}
  storage $14-85 > {Oak|Wicker|Felt} {basket|box with lid|magazine rack}
  garden $9-60 > {Galvanised|Terracotta} {planter|watering can|pot set}
  ~ lighting > {Warm white|Dimmable|With foot switch}, cable {1|2|3} m. {Height {28..160} cm|Shade {18..42} cm}. Bulb {included|not included}.
  ~ kitchen > {For all hobs|Induction and oven}, {1..6} l. {Dishwasher safe|Wash by hand}. {Ten-year guarantee|Lid included}.
  ~ textiles > {Woven in Portugal|Stone-washed|Undyed}, {40|60|130} × {40|90|170} cm. {Wash at 30 °C|Wash at 40 °C|Dry clean}.
  ~ storage > {20..48} × {18..36} × {14..40} cm. {Handles of leather|Folds flat|Felt feet}.
  ~ garden > {Frost-proof|With drainage hole|For indoor and outdoor use}, {2..18} l. {Ages well|Set of two available}.

furniture, side table, coffee table, dining table, writing desk, chair, sofa, couch, desk model, shelf unit : price 79-1890; stock 0-35; quantity 1-4; weight_kg 4-70; width_cm 40-220; height_cm 40-210
  chairs > {Beech|Walnut|Rattan} {dining chair|armchair|stool}
  tables > {Walnut|Oak|Ash} {side table|coffee table|dining table|writing desk}
  storage > {Oak|White} {sideboard|bookcase|wardrobe}
  sofas > {Two|Three}-seat {linen|corduroy|wool} sofa
  beds > {Slatted|Upholstered} double bed
  ~ {Solid {oak|ash|walnut}|Birch plywood}, {oiled|lacquered|waxed}. {60..210} × {40..95} cm. {Delivered assembled|Assembly in twenty minutes}.

planter, pot, vase, pottery, ceramic : price 8-96; stock 0-70; quantity 1-4; weight_kg 0.6-9; height_cm 8-60
  indoor > {Stoneware|Glazed|Speckled} {planter|pot|bowl}
  outdoor > {Terracotta|Zinc|Fibre cement} {trough|planter|urn}
  hanging > {Macramé|Wire|Rattan} hanging pot
  vases > {Bud|Cylinder|Shoulder|Bottle} vase
  sets > Set of {two|three} {herb pots|saucers|seed trays}
  ~ {Frost-proof|For indoor use}, with {drainage hole|saucer|felt feet}. Diameter {10..45} cm.

clothing, garment, apparel, shirt, dress, jacket, clothes, outfit : price 15-260; stock 0-90; quantity 1-3; weight_kg 0.15-1.6
  shirts > {Linen|Oxford|Flannel|Poplin} shirt
  knitwear > {Merino|Lambswool|Cotton} {jumper|cardigan}
  trousers > {Selvedge jeans|Corduroy trousers|Pleated chinos|Canvas work trousers}
  outerwear > {Waxed|Quilted|Rain} {jacket|parka}
  dresses > {Wrap|Shirt|Knitted} dress
  ~ {100 % cotton|Wool blend|Recycled polyester}, {regular|relaxed|slim} fit. Wash at {30|40} °C.

shoe, boot, sneaker, footwear : price 39-240; stock 0-60; quantity 1-2; weight_kg 0.5-2
  boots > {Chelsea|Hiking|Desert|Lace-up} boot
  trainers > {Canvas|Running|Court} {trainer low|trainer mid}
  sandals > {Leather|Cork|Trekking} sandal
  indoor > {Felt|Sheepskin} {slipper|clog}
  formal > {Oxford|Derby|Loafer} in {black|brown}
  ~ {Leather|Suede|Knit} upper, {rubber|cork} sole. True to size.

bag, backpack, luggage, suitcase : price 19-290; stock 0-55; quantity 1-2; weight_kg 0.3-4.5
  backpacks > {Roll-top|Day|Cycling|Laptop} backpack {18|22|30} l
  totes > {Canvas|Leather|Market} tote
  travel > {Cabin|Medium|Large} suitcase
  small > {Belt|Crossbody|Camera} bag
  ~ {Waxed canvas|Recycled nylon|Full-grain leather}. {Padded laptop sleeve|Water-repellent|Two outer pockets}.

book, novel, publication, textbook, volume, library item : price 7-42; pages 96-640; year 1962-2030; stock 0-24; quantity 1-3; rating 3.1-4.8
  fiction > The {Salt|Winter|Glass|Quiet|Second|Paper} {House|Orchard|Harbour|Letters|Daughter}
  crime > {A Death|The Witness|Murder|The Last Train} {in Ostend|at the Lido|on Quay Street|to Trieste}
  history > A {Short|New|Maritime} History of {Salt|Maps|the Alps|Bread|the Baltic}
  science > {How Birds Navigate|The Hidden Life of Soil|Why Bridges Stand|Reading the Night Sky|The Memory of Water}
  cooking > {One Pot|The Bread|A Vegetable|The Weekday} Cookbook
  ~ {A novel of two sisters and the house they cannot sell|The story of a village that keeps a secret|An introduction for curious readers|A practical companion with {40..120} pictures}.

toy, game product, puzzle, gift, gift idea : price 5-95; stock 0-80; quantity 1-3; age 3-14
  wooden > {Stacking|Balancing|Marble run} {tower|animals|blocks}
  puzzles > {500|1000|1500}-piece puzzle, {harbour|botanical|old map}
  board games > {Harvest|Lighthouse|Caravan|Tide} {Trail|Keepers|Market}
  plush > {Fox|Badger|Whale|Owl} soft toy
  craft > {Candle|Loom|Paper boat} making kit
  ~ For ages {3..12} and up. {Two to four players|Wood from managed forests|Batteries not needed}.

tool, hardware, equipment, hand tool, gear : price 6-420; stock 0-60; quantity 1-3; weight_kg 0.2-24
  hand tools > {Claw|Rubber|Ball-peen} {hammer 450 g|mallet}
  power tools > {Cordless|Impact} {drill|screwdriver} {12|18} V
  cutting > {Japanese|Tenon|Coping} saw
  measuring > {Laser distance meter|Spirit level 60 cm|Combination square|Digital caliper}
  garden > {Digging|Border} {fork|spade}
  lifting > {Hydraulic jack|Chain hoist|Sack truck}
  ~ {Forged steel|Aluminium body}, {ash|beech|soft-grip} handle. {Case included|Spare blades available|Three-year warranty}.

auto part, car part, spare part, part, component, spare : price 4-380; stock 0-120; quantity 1-8; weight_kg 0.05-18
  brakes > Brake {pad set|disc}, {front|rear}
  filters > {Oil|Air|Cabin|Fuel} filter
  electrical > {Alternator belt|Starter battery 70 Ah|Ignition coil|Headlight bulb H7}
  suspension > {Shock absorber|Control arm|Stabiliser link}, {left|right}
  bearings > {Wheel bearing|Thrust washer|Shaft seal} {20..60} mm
  ~ Fits {Heron|Astra|Lupo|Vela} {2018|2021|2024} and later. {Original quality|Wear indicator included|Mounting kit included}.

appliance, household appliance, kitchen appliance : price 29-1290; stock 0-30; quantity 1-2; weight_kg 1-78; power_w 40-2400
  kitchen > {Espresso machine|Stand mixer|Induction hob|Toaster|Blender} {Uno|Pro|Classic}
  laundry > {Washing machine|Heat pump dryer} {7|8|9} kg
  cooling > {Fridge-freezer|Wine cooler|Chest freezer} {190|240|310} l
  cleaning > {Cordless|Robot|Canister} vacuum
  ~ Energy class {A|B|C}, {38..62} dB. {Five-year warranty on the motor|App control|Child lock}.

supply, consumable, material, office supply, stationery, raw material : price 1.2-48; stock 0-800; quantity 1-40; weight_kg 0.05-12
  paper > {A4|A3} paper, {80|120} g, {500|250} sheets
  writing > {Gel pen|Pencil HB|Fine liner|Highlighter}, pack of {5|10|12}
  filing > {Ring binder|Suspension file|Archive box}
  packing > {Bubble wrap|Kraft tape|Mailing box|Cushion envelope}
  workshop > {M6 screws|Wood glue|Sanding paper 120|Cable ties}
  ~ {Recycled|Acid-free|Heavy duty}. Pack of {10|25|100}.

antique, artwork item, collectible, lot, auction item, consignment : price 40-5200; year 1780-1985; weight_kg 0.2-40; stock 1-1
  furniture > {Biedermeier|Georgian|Art Deco|Danish teak} {chest of drawers|writing desk|sideboard}
  silver > {Sterling silver|Silver-plated} {tea set|candlesticks|cutlery, 48 pieces}
  clocks > {Longcase|Mantel|Carriage} clock, {walnut|brass}
  glass > {Murano|Bohemian} {vase|decanter}
  prints > Etching, {harbour with boats|view of the Rhine|two herons}
  ~ {19th|Early 20th|Mid 20th} century. {Good condition, light wear|Restored in 2019|Small chip on the foot}. Provenance: {private collection|family estate|dealer}.

key, lock, keyring : price 4-60; quantity 1-6; stock 0-40
  doors > {Front|Back|Garage|Cellar|Roof} door key
  rooms > {Meeting room|Archive|Server room|Workshop|Store room} key
  lockers > Locker key {1..60}
  ~ {Two copies exist|One copy, kept at the desk|Numbered tag}.

asset, fixed asset, company asset, equipment item : price 180-4200; stock 0-20; quantity 1-4; year 2022-2031
  computers > {14|16}-inch laptop, {16|32} GB
  screens > {24|27|32}-inch monitor
  phones > {Desk phone|Conference phone|Smartphone 128 GB}
  furniture > {Height-adjustable desk|Task chair|Filing cabinet}
  vehicles > {Delivery van|Pool car|Cargo bike}
  tools > {Label printer|Label scanner|Projector|Document camera}
  ~ Bought {2024|2027|2029}, {in daily use|lent to a project|kept in stock}.
`;
