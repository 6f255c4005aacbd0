// Names and descriptions for music, films, pictures and publications. read-pools.ts explains the notation.
export const MEDIA = `
song, track, single, tune, music track, hymn : minutes 2-6; seconds 128-348; duration 128-348; year 1968-2030; plays 120-4800000; popularity 12-96; rating 3.1-4.9
  folk > {Paper|Winter|Harbour|Copper} {Moon|Road|Letters|Bells}
  pop > {Call Me|Dancing|Stay|Run} {Tomorrow|on the Roof|a Little Longer|till Morning}
  jazz > {Blue|Late|Slow} {Tram|Corner|September}
  electronic > {Signal|Glass|Static} {Garden|Drift|Hours}
  classical > {Prelude|Nocturne|Waltz} in {D minor|E flat major|A minor}

album, record album, playlist, mixtape, lp : tracks 6-42; year 1968-2030; minutes 32-160; rating 3.1-4.9; price 9-34
  moods > {Sunday Morning|Late Night Drive|Rainy Afternoon|Deep Focus|Kitchen Dancing}
  genres > {Nordic Folk|Cool Jazz|Classic Soul|Ambient|Indie} {Essentials|Favourites}
  albums > {The Long Way|Lighthouse|Northern Window|Second Harvest|Room for Two}
  sport > {Running|Rowing|Stretching} {Mix|Tempo}
  ~ {Warm and unhurried|Recorded live in two days|For long train rides}, {8..14} tracks.

artist, band, singer, musician, composer, group band + song album track concert music genre playlist : followers 420-2400000; popularity 8-96
  bands > The {Paper Boats|Night Ferries|Slow Horses|Copper Hats|Northern Lines}
  duos > {Mara & Finn|Oak and Ash|Twin Lanterns|Salt Sisters}
  solo > {Ines Halloran|Milo Verde|Ada Lindqvist|Theo Marchetti|Noor Castell}
  ensembles > {Harbour|Linden|Meridian} {Quartet|Ensemble}

movie, film, documentary, feature film, motion picture : minutes 82-168; duration 82-168; year 1958-2030; rating 4.8-9.1; price 3-18; votes 140-420000; budget 400000-48000000; hours 13-22/15
  drama > The {Last|Silent|Second|Distant} {Ferry|Orchard|Witness|Summer}
  comedy > {My Neighbour|Two Weddings|The Wrong Train|A Parrot} {from Graz|and a Goat|to Bologna|named Otto}
  thriller > {Cold|Blind|Black} {Harbour|Signal|Ledger}
  documentary > {Bees|Salt|The Glassmakers|Night Shift}
  family > {Otto and the Owl|The Flying Tram|Pip's Great Journey}
  ~ {Two sisters return to the island of their childhood|A clerk finds a letter that was never sent|A night train, a suitcase, eleven strangers|A year in the life of a small bakery}.

show, series, episode, podcast, podcast episode, tv show, program show, broadcast, stream, channel show : minutes 18-64; duration 18-64; year 2004-2030; rating 3.4-4.9; seasons 1-9; episodes 4-84; plays 80-240000
  crime > {Harbour Unit|The Coroner's Desk|Cold Ledger|Night Tram}
  podcasts > {Small Inventions|The Long Table|Nine Lives of a Word|City Walks|Money, Plainly}
  science > {Deep Water|Under the Microscope|Why We Sleep}
  comedy > {The Flat Above|Staff Only|Neighbours at War}
  interviews > {Half an Hour with|A Walk with} {first}
  ~ {Every second Thursday|Six episodes of half an hour|With guests from three countries}.

video, clip, recording, tutorial, lecture video, livestream : minutes 2-75; duration 95-3600; views 40-1900000; likes 2-84000; size_mb 12-2400; comments 0-900
  how-to > How to {sharpen a knife|repot an orchid|tie a bowline|fix a flat tyre|bake rye bread}
  travel > {24 hours in|A weekend in|By train to} {city}
  talks > {The history of maps|Sleep and memory|Building with wood}
  music > {Live session|Rehearsal} at {the old mill|Studio B}

photo, image, picture, photograph, screenshot, graphic, illustration, gif, pin : size_kb 80-8200; likes 0-4200; width_px 800-6000; height_px 600-4000; views 12-90000
  nature > {Heron at dawn|Fog over the moor|Frost on reeds|Beech in autumn|Low tide}
  city > {Tram at night|Market hall|Rain on cobbles|Roofs of {city}}
  people > {Two cyclists|Baker at work|Children at the fountain|Hands and clay}
  still > {Lemons on linen|Blue kettle|Old typewriter}
  ~ {Taken with a 35 mm lens|Long exposure|Morning light|Cropped for the website}.

game, video game, board game, app game, quest, level, tournament game : price 4-69; players 1-6; year 1998-2030; rating 3.1-4.9; minutes 20-180; points 10-4800; score 10-4800
  puzzle > {Tile|Word|Number} {Garden|Harbour|Tower}
  adventure > {The Clockmaker's|The Cartographer's|The Beekeeper's} {Secret|Daughter|Island}
  strategy > {Salt Roads|Canal Barons|Free Ports|Winter Court}
  racing > {Dune|Alpine|Midnight} {Rally|Circuit}
  family > {Penguin Post|Crazy Kitchen|Treasure Reef}
  ~ {One to four players|For two players|Single player}, {30|60|90} minutes. {Easy to learn|Needs planning|Cooperative}.

painting, artwork, exhibit, sculpture, exhibition, print, work of art, object, museum object, artifact : price 120-48000; value 120-48000; year 1520-2028; height_cm 18-240; width_cm 18-240; weight_kg 0.4-180; visitors 120-48000
  painting > {Harbour|Garden|Village|Orchard} {at Dusk|after Rain|in Winter}
  portrait > {Portrait of a Clockmaker|Woman with a Lute|The Two Brothers|Girl Reading}
  sculpture > {Standing Heron|Sleeping Shepherd|Torso III|The Swimmer}
  still life > Still Life with {Quinces|Pewter Jug|Herrings|Lemons}
  graphic > {Untitled|Study in Blue|Composition} {II|VII|No. 4}
  ~ {Oil on canvas|Bronze|Tempera on wood|Etching|Glazed clay}, {18|42|76|120} × {24|60|95} cm. {Gift of a private collector|Acquired in {1954|1988|2012}|On loan}.

concert, festival, performance, play, opera, gig, screening, showing, theatre show : price 9-140; capacity 80-4200; minutes 75-190; hours 14-21/15; seats 0-420
  classical > {Winter|New Year's|Chamber|Organ} concert
  theatre > {The Cherry Orchard|Twelfth Night|The Bald Soprano|Medea}
  festivals > {Harbour|Folk|Short Film|Street Food|Jazz} Festival
  opera > {The Magic Flute|Carmen|Tosca}
  club > {Open mic|Tango night|Salsa social|Poetry slam}
  ~ {Interval after an hour|Doors open at seven|Sold with free public transport}.

news, news item, headline, press release, blog post, blog, story, news article + : views 40-184000; words 240-1800; minutes 2-12
  local > {Bridge|Tram line|Market hall|Swimming pool} {reopens after repair|gets a second life|to be rebuilt}
  business > {Heron Cloud|Axle Motors|Lantern Foods} {opens plant in {city}|reports higher profit|names new chief}
  science > {Sleep|Bees|Sea grass}: {new study surprises|why numbers recover}
  sport > {City|Harbour} {wins the derby|signs goalkeeper|moves up}
  ~ {Work took eleven months and cost less than planned|The decision was close|Residents had asked for it for years}.

quote, joke, fact, word, phrase, poem, proverb, riddle, trivia, saying, idiom, vocabulary + author category language : 
  proverbs > {Many hands make light work|A stitch in time saves nine|Still waters run deep|Well begun is half done|Better late than never}
  sayings > {The early bird catches the worm|Measure twice, cut once|Practice makes perfect|Every cloud has a silver lining|Actions speak louder than words}
  facts > {Honey does not spoil|An octopus has three hearts|Bananas are berries|Wombats make cubes|Venus turns backwards}
  jokes > {I told my plants a joke, they rooted for me|Parallel lines have so much in common|The past, present and future walked into a bar. It was tense|My clock joke takes time|I used to be a banker, but I lost interest}
`;
