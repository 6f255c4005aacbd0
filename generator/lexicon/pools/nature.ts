// Names and descriptions for plants, animals and weather. read-pools.ts explains the notation.
export const NATURE = `
plant, flower, houseplant, tree, shrub, herb, seedling, crop, seed, species, bulb plant : price 2.4-58; stock 0-140; quantity 1-40; height_cm 6-240; days 30-160; temperature 12-26
  herbs > {Thai basil|Lemon thyme|Rosemary|Flat parsley|Peppermint}
  vegetables > {Tomato San Marzano|Pepper Corno|Cucumber Marketmore|Kale Nero|Courgette Defender}
  flowers > {Dahlia Café au Lait|Sweet pea|Cosmos|Foxglove|Ranunculus}
  house > {Monstera|Boston fern|Rubber plant|Peace lily|Snake plant}
  trees > {Field maple|Silver birch|Apple Topaz|Fig Brown Turkey}
  ~ {Full sun|Half shade|Bright, no direct sun}, water {daily|twice a week|when dry}. {Sow from March|Hardy|Bring in before frost}.

animal, pet, dog, cat, horse, livestock, cow, bird, sheep, patient animal, shelter animal : age 1-14; weight_kg 0.4-62; price 20-640; height_cm 12-170
  dogs > {Bruno|Luna|Pepper|Max|Nala|Otto}
  cats > {Mimi|Felix|Ginger|Cleo|Tiger|Socks}
  horses > {Stella|Merlin|Ronja|Blitz}
  small > {Hoppel|Nibbles|Pünktchen|Krümel}
  birds > {Rio|Kiki|Coco}
  ~ {Friendly with children|Shy at first|Needs a garden}. {Vaccinated|Neutered|Chipped}, {two|four|six} years old.

animal type, kind of animal, wildlife, sighting, fish, insect : weight_kg 0.2-420; population 12-48000
  birds > {Grey heron|Kestrel|Lapwing|Barn owl|Kingfisher}
  mammals > {Red fox|Badger|Roe deer|Pine marten|Otter}
  dogs > {Border collie|Beagle|Dachshund|Whippet}
  fish > {Brown trout|Pike|Perch|Eel}
  insects > {Swallowtail|Stag beetle|Emperor dragonfly}

weather, forecast, weather report, observation weather, reading + temperature humidity wind city station rain forecast : temperature 2-29; humidity 32-96; wind 1-48; rain 0-18; pressure 990-1034
  dry > {Clear sky|Sunny|Mostly sunny|Partly cloudy|Overcast|High clouds|Hazy}
  wet > {Light rain|Showers|Steady rain|Drizzle|Thunderstorms|Heavy rain}
  cold > {Light snow|Sleet|Freezing fog|Frost|Snow showers}
  wind > {Windy|Gusty showers|Storm}
`;
