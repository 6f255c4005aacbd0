// Names, prices and descriptions for food and drink. read-pools.ts explains the notation.
export const FOOD = `
loaf, bread, baguette, bun : price 2.4-8.5; weight_kg 0.3-1.4; stock 0-40; minutes 35-60; quantity 1-6
  wheat > {Country|Farmhouse|Potato|Buttermilk|Seeded white} loaf
  rye > {Dark|Light|Caraway|Sourdough} rye
  sourdough > {Walnut|Olive|Fig|Plain|Cheddar} sourdough
  rolls > {Poppy seed|Sesame|Milk|Pretzel|Pumpkin seed} roll
  flat > {Rosemary|Tomato|Onion} focaccia
  ~ {Crisp crust, open crumb|Soft crust, fine crumb|Dense crumb, keeps four days}. {Baked before dawn|Baked twice a day|Proved overnight}{ and sold whole or halved||, {400..900} g}.

box, vegetable box, produce box, meal box, crate + vegetable subscription household delivery frequency harvest : price 12-48; weight_kg 2-9
  vegetables > {Small|Family|Garden|Root} {vegetable|harvest} box
  fruit > {Fruit|Apple and pear|Berry} box
  others > {Mixed|Regional|Winter|Office} box{, large|, for two|}

cake, pastry, dessert, pie, tart, cookie, bakery item : price 2.2-38; stock 0-30; quantity 1-8; servings 4-14
  tarts > {Lemon|Raspberry|Pear and almond|Plum|Chocolate} tart
  cakes > {Carrot|Marble|Poppy seed|Victoria sponge|Hazelnut} cake
  buns > {Cinnamon|Cardamom|Vanilla custard} bun
  croissants > {Butter|Almond|Pistachio} croissant
  biscuits > {Oat and raisin|Ginger|Shortbread|Double chocolate} biscuit
  ~ {Butter pastry|Sponge|Shortcrust} with {fresh fruit|a light glaze|roasted nuts}. {Serves {6..12}|Contains nuts|Keeps two days in the fridge}.

dish, meal, menu item, entree, main, starter, food, food item : price 6.5-29; calories 180-980; minutes 10-45; quantity 1-4; stock 0-60
  starters > {Leek and potato|Roast tomato|Pumpkin} soup
  salads > {Beetroot and goat cheese|Warm lentil|Caesar|Chickpea} salad
  mains > {Grilled|Pan-fried|Slow-roast} {salmon with dill|chicken with lemon|lamb with rosemary|sea bass with fennel}
  pasta > {Tagliatelle with ragu|Spinach cannelloni|Mushroom ravioli|Penne with aubergine}
  vegetarian > {Aubergine parmigiana|Chickpea curry|Mushroom risotto|Stuffed peppers}
  ~ Served with {seasonal vegetables|a green salad|buttered potatoes|rice}. {Contains dairy|Vegan on request|Contains gluten}.

pizza : price 7.5-17; calories 640-1250; minutes 10-20; quantity 1-5; stock 0-60
  classic > {Margherita|Marinara|Napoli|Capricciosa|Quattro formaggi|Diavola|Regina}
  house > {Truffle|Pumpkin|Goat cheese|Sausage} and {rocket|caramelised onion|fennel|mushroom}
  ~ {Tomato base|White base}, {fior di latte|smoked scamorza|buffalo mozzarella}, baked at 430 °C.

recipe : minutes 15-120; servings 2-8; calories 180-900; rating 3.4-4.9; price 3-18
  main > {Chickpea and spinach|Thai green|Sweet potato|Coconut fish} curry
  soup > {Carrot and ginger|Minestrone|Miso|Lentil} soup
  baking > {Banana|Courgette|Gingerbread} loaf
  salad > {Tabbouleh|Potato salad with mustard|Warm beetroot salad|Noodle salad}
  breakfast > {Overnight oats|Shakshuka|Buttermilk pancakes|Bircher muesli|Menemen|Corn fritters}
  ~ {A weekday classic|Good for guests|Freezes well}: {fifteen minutes of work, then the oven does the rest|everything in one pan|prepared the evening before}.

ingredient, food product, grocery, grocery item, spice, pantry item : price 0.9-9.5; stock 0-220; quantity 1-6; weight_kg 0.1-2; calories 20-620; quantity 1-12
  vegetables > {Red onion|Carrot|Courgette|Baby spinach|Celery}
  dairy > {Whole milk|Natural yoghurt|Feta|Unsalted butter}
  dry > {Basmati rice|Red lentils|Plain flour|Rolled oats|Chickpeas}
  spices > {Cumin|Smoked paprika|Turmeric|Black pepper|Cinnamon}
  oils > {Olive|Rapeseed|Sesame} oil
  ~ {Loose|Packed in {250..900} g}. {Keep cool and dry|Best within a week|Origin on the label}.

drink, beverage, cocktail, juice : price 2.5-12.5; quantity 1-6; stock 0-120; calories 5-320
  juices > {Apple and ginger|Orange|Carrot|Cloudy pear} juice
  soft > {Elderflower|Rhubarb|Lemon} soda
  cocktails > {Negroni|Old Fashioned|Gin fizz|Espresso martini|Whisky sour}
  alcohol free > {Virgin mojito|Cucumber cooler|Iced hibiscus tea|Ginger beer}
  hot > {Hot chocolate|Mulled apple|Fresh mint tea|Chai latte|Ginger and lemon tea}
  ~ {Served over ice|Served warm|Pressed in house}, {200..400} ml.

coffee, tea, coffee bean, roast : price 2.8-16; stock 0-90; quantity 1-4; weight_kg 0.25-1
  espresso > {House|Dark|Breakfast|Decaf} espresso
  filter > {Ethiopia Guji|Kenya Nyeri|Colombia Huila|Guatemala Antigua|Rwanda Nyamasheke} filter
  tea > {Earl Grey|Jasmine green|Rooibos|Assam breakfast|Darjeeling first flush}
  milk > {Flat white|Cappuccino|Oat latte|Cortado|Macchiato|Latte|Doppio}
  ~ Notes of {cocoa and cherry|bergamot and honey|red apple and caramel|toasted almond}. {Washed|Natural|Honey} process.

wine, beer, bottle, cellar item : price 4.5-78; stock 0-140; quantity 1-12; year 2015-2030
  white > {Riesling|Grüner Veltliner|Chardonnay|Sauvignon Blanc} {Terrassen|Old Vines|Reserve}
  red > {Pinot Noir|Tempranillo|Blaufränkisch|Syrah} {Hillside|Crianza|Single Vineyard}
  sparkling > {Brut Nature|Crémant Rosé|Blanc de Blancs}
  beer > {Amber ale|Session IPA|Wheat beer|Oatmeal stout}
  ~ {Stone fruit and citrus|Dark cherry and spice|Apple and brioche|Toasted malt}, {dry|medium dry|full bodied}. {0.33 l|0.75 l|0.5 l}.

cheese, dairy product : price 3.2-24; stock 0-60; weight_kg 0.1-2; quantity 1-3
  soft > {Camembert|Brie with truffle|Fresh ricotta|Burrata|Chaource}
  hard > {Comté 18 months|Aged Gouda|Pecorino|Mountain cheese|Manchego}
  blue > {Roquefort|Gorgonzola dolce|Stilton}
  goat > {Ash goat log|Herb goat|Crottin}
  washed > {Munster|Taleggio|Reblochon|Époisses}
  ~ {Cow|Goat|Sheep} milk, aged {2..24} months. {Mild|Nutty|Full and salty}.

fruit, vegetable, produce, harvest : price 0.6-6.4; stock 0-300; weight_kg 0.2-5; quantity 1-20
  fruit > {Braeburn|Cox|Elstar} apples
  fruit > {Conference pears|Victoria plums|Strawberries|Blackcurrants|Rhubarb}
  roots > {Rainbow carrots|Beetroot|Parsnips|Celeriac|New potatoes}
  greens > {Kale|Chard|Spinach|Lamb's lettuce|Leeks}
  summer > {Cherry tomatoes|Courgettes|Runner beans|Cucumbers|Peppers}
  ~ {Picked this morning|From the field next door|Stored since autumn}. {Unwashed|Sorted by hand|Class I}.

snack, candy, chocolate, treat : price 0.9-14; stock 0-160; quantity 1-6; calories 90-560
  chocolate > {Dark 70 %|Milk|Hazelnut|Sea salt caramel|Orange} chocolate
  nuts > {Salted|Smoked|Honey roasted} {almonds|cashews|peanuts}
  crisps > {Paprika|Sea salt|Rosemary} crisps
  sweets > {Liquorice wheels|Fruit gums|Nougat|Marzipan potatoes}
  ~ {80..250} g, {resealable bag|paper box|single pack}.
`;
