// Names and descriptions for vehicles, machines and devices. read-pools.ts explains the notation.
export const VEHICLES = `
vehicle, car, rental car, automobile, van, fleet vehicle, taxi, cab : price 9800-46500; year 2019-2031; seats 2-9; mileage 1200-148000; rate 34-160; capacity 2-9; fuel 5-98
  compact > {VW Golf|Ford Focus|Opel Astra|Toyota Corolla} {estate|hatchback}
  small > {Fiat 500|Renault Clio|Toyota Yaris|Peugeot 208}
  electric > {Renault Zoe|Kia Niro EV|Hyundai Kona Electric|VW ID.3|Nissan Leaf}
  suv > {Skoda Kodiaq|Volvo XC60|Mazda CX-5|Kia Sportage}
  van > {Ford Transit|Mercedes Vito|VW Transporter|Renault Trafic}
  ~ {Manual|Automatic}, {petrol|diesel|electric|hybrid}, {four|five} doors. {Winter tyres fitted|Tow bar|Parking camera}.

truck, lorry, trailer, bus, coach, train, tram, locomotive : price 38000-240000; year 2014-2030; seats 2-64; capacity 8-64; mileage 18000-620000; fuel 5-98
  trucks > {Scania R|MAN TGX|Volvo FH|DAF XF} {410|450|500}
  buses > {Citaro|Urbino|Crossway} {12|15|18}
  trailers > {Flatbed|Curtain-side|Refrigerated} trailer {24|33} pallets
  rail > {Regional|Night|Harbour} train {2..90}
  ~ {Low floor|Tail lift|Air conditioning}. Next inspection in {spring|summer|autumn}.

kart, go kart, race kart : rate 18-60; price 18-60; year 2026-2031
  sprint > Sprint kart {1..16}
  junior > Junior kart {1..8}
  twin > Twin-seat kart {1..4}
  pro > Pro kart {1..8}
  ~ {Electric|Petrol}, {9|13|20} hp. {Seat adjustable|From 1.50 m|Serviced last week}.

bike, bicycle, scooter, e bike, cargo bike, moped, ride, motorcycle : price 240-4900; rate 6-45; battery 12-100; weight_kg 9-38; year 2024-2031; stock 0-25
  city > {City|Commuter|Step-through} bike {28|26}"
  electric > {E-bike|E-scooter} {Pace|Volt|Swift} {1..9}
  cargo > {Long john|Longtail|Trike} cargo bike
  sport > {Gravel|Road|Trail} bike, frame {50|54|58}
  child > {Balance|First|Junior} bike {12|16|20}"
  ~ {Eight|Nine|Eleven} gears, {hydraulic|mechanical} disc brakes. {Lock included|Serviced last month|Child seat fits}.

boat, ship, vessel, yacht, ferry, sailboat : length_m 4-32; price 3200-185000; capacity 2-120; year 1988-2030; rate 60-900
  sail > {Marta|Blue Heron|Sea Thistle|Gannet|Wilhelmina|Ariadne|Sandpiper}
  motor > {Kittiwake|Otter|Brisa|Nordlicht|Pintail|Estrella}
  ferry > {St. Olav|Queen of the Sound|Isla Verde|Vesterhav|Lady Anne}
  rowing > {Dragonfly|Minnow|Old Bess|Swift}
  ~ {Sloop|Motor cruiser|Dinghy|Day boat}, {5..24} m, {built|refitted} {2008|2016|2023}.

device, gadget, electronics, smart device, iot device : price 18-890; battery 8-100; stock 0-60; quantity 1-3; year 2027-2031
  living room > {Living room|Hall|Kitchen|Study} {speaker|light|thermostat|plug}
  phones > {Work|Spare|Travel} phone
  computers > {Front desk|Design|Travel} laptop
  entry > {Front|Back|Garage} door {lock|camera|bell}
  ~ Firmware {2|3|4}.{0..9}. {Connected by cable|Connected by Wi-Fi|Battery powered}.

sensor, meter, probe, detector : battery 8-100; value 4-80
  climate > {Greenhouse|Cellar|Office|Roof|North wall} {temperature|humidity} sensor
  motion > {Hall|Stairs|Yard} motion sensor
  water > {Basement|Pump room|Laundry} leak sensor
  energy > {Main|Solar|Heat pump} meter
  air > {Classroom|Meeting room|Workshop} CO2 sensor
  ~ Reports every {5|10|15} minutes. {Calibrated in spring|Battery changed in {March|June}}.

camera, light, lamp, thermostat, switch, speaker, heater, fan, tv, vent, blind, alarm, doorbell, fixture, bulb, smart bulb : battery 10-100; brightness 10-100; temperature 17-23; volume 5-60; price 15-290
  _ > {Kitchen|Living room|Hall|Dining room} {one|two|ceiling|window}
  _ > {Bedroom|Bathroom|Landing|Study} {one|two|ceiling|window}
  _ > {Porch|Garage|Garden|Driveway} {left|right}
  ~ {Installed|Replaced} in {2028|2029|2030}.

machine, printer, 3d printer, washer, press, engine, generator, pump, compressor, turbine, boiler, equipment unit, copier : price 320-28000; year 2012-2030; power_w 200-9000; hours 120-18400
  printing > {Label|Large format|3D|Laser} printer {A|B|C}
  workshop > {Band saw|Lathe|Drill press|CNC mill} {1..4}
  pumps > {Circulation|Sump|Irrigation} pump {1..6}
  laundry > {Washer|Dryer} {1..12}
  power > {Backup generator|Compressor|Heat pump} {north|south}
  ~ {Serviced every six months|Under maintenance contract|Spare parts in store}. Installed {2019|2023|2027}.

robot, drone, rover : battery 12-100; price 480-18500; weight_kg 0.6-42; range_km 2-30
  survey > {Kestrel|Swift|Merlin|Harrier} {1..9}
  warehouse > {Shuttle|Picker|Carrier} {01|02|03|04|05|06}
  field > {Furrow|Clover|Beetle} rover
  delivery > {Courier|Parcel} {alpha|bravo|charlie|delta}
  ~ Flight time {18..42} minutes. {Payload {1..5} kg|Thermal camera|Lidar fitted}.

phone, laptop, computer, tablet, monitor, keyboard, headphone, smartphone, pc, workstation : price 29-2300; stock 0-45; quantity 1-3; memory_gb 8-64; storage_gb 128-2000; rating 3.4-4.9
  laptops > {Aero|Nova|Slate} {13|14|16} {Air|Pro|Plus}
  phones > {Pixel|Orion|Lumo} {7|8|9} {128|256} GB
  tablets > {Tab|Pad} {10|11} {Lite|Plus}
  monitors > {24|27|32}-inch {QHD|4K} monitor
  audio > {Over-ear|In-ear|Open-back} headphones {2|3}
  ~ {8|16|32} GB memory, {256|512|1024} GB storage. {Silver|Graphite|Midnight blue}. {Refurbished|New, sealed|Returned, as new}.

server, host, instance, vm, virtual machine, container, pod, node, cluster, droplet, compute instance, worker, deployment target : cpus 2-32; memory_gb 4-128; storage_gb 40-2000; load 4-92; uptime 1-420; port 1024-9443; replicas 1-6
  web > {web|api|edge|gateway}-{01|02|03|blue|green}
  data > {postgres|redis|search|queue}-{primary|replica|01|02}
  jobs > {worker|batch|cron|mailer}-{a|b|c}
  build > {ci|runner|artifact}-{01|02|04}
  tools > {grafana|vault|registry|proxy}-{0|1}
  ~ {Runs the public API|Holds the reporting database|Builds the nightly images|Serves static files}. Owned by {platform|data|payments}.
`;
