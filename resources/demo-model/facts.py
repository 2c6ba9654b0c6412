# SPDX-License-Identifier: GPL-3.0-or-later
"""What the demo model knows: plain tables, written and checked by hand. generator.py turns them into conversations."""


def rows(text, parts=2):
    """'a: b; c: d' -> [('a', 'b'), ('c', 'd')]"""
    out = []
    for item in text.replace("\n", " ").split(";"):
        if item.strip():
            fields = tuple(f.strip() for f in item.split(":"))
            assert len(fields) == parts, item
            out.append(fields)
    return out


CAPITALS = rows("""
France: Paris; Germany: Berlin; Spain: Madrid; Italy: Rome; Portugal: Lisbon; Poland: Warsaw; Austria: Vienna;
Greece: Athens; Sweden: Stockholm; Norway: Oslo; Denmark: Copenhagen; Finland: Helsinki; Ireland: Dublin;
Belgium: Brussels; Hungary: Budapest; Romania: Bucharest; Bulgaria: Sofia; Croatia: Zagreb; Serbia: Belgrade;
Slovenia: Ljubljana; Slovakia: Bratislava; Iceland: Reykjavik; Ukraine: Kyiv; Russia: Moscow; Turkey: Ankara;
Switzerland: Bern; England: London; Scotland: Edinburgh; Wales: Cardiff; Estonia: Tallinn; Latvia: Riga;
Lithuania: Vilnius; Albania: Tirana; Malta: Valletta; Cyprus: Nicosia; Egypt: Cairo; Kenya: Nairobi; Ghana: Accra;
Morocco: Rabat; Tunisia: Tunis; Algeria: Algiers; Nigeria: Abuja; Ethiopia: Addis Ababa; Senegal: Dakar; Uganda: Kampala;
Zambia: Lusaka; Zimbabwe: Harare; Angola: Luanda; Rwanda: Kigali; Namibia: Windhoek; China: Beijing; Japan: Tokyo; India: New Delhi;
Thailand: Bangkok; Vietnam: Hanoi; Iran: Tehran; Iraq: Baghdad; Syria: Damascus; Lebanon: Beirut; Jordan: Amman;
Nepal: Kathmandu; Pakistan: Islamabad; Mongolia: Ulaanbaatar; South Korea: Seoul; Australia: Canberra; Cuba: Havana;
Canada: Ottawa; Brazil: Brasilia; Chile: Santiago; Peru: Lima; Argentina: Buenos Aires; Colombia: Bogota;
Ecuador: Quito; Uruguay: Montevideo; Venezuela: Caracas; Paraguay: Asuncion; Jamaica: Kingston
""")

CONTINENTS = rows("""
France: Europe; Germany: Europe; Spain: Europe; Italy: Europe; Portugal: Europe; Poland: Europe; Austria: Europe;
Greece: Europe; Sweden: Europe; Norway: Europe; Finland: Europe; Ireland: Europe; Hungary: Europe;
Egypt: Africa; Kenya: Africa; Ghana: Africa; Morocco: Africa; Tunisia: Africa; Algeria: Africa; Nigeria: Africa;
Senegal: Africa; Uganda: Africa; Zambia: Africa; Angola: Africa; China: Asia; Japan: Asia; India: Asia; Thailand: Asia;
Vietnam: Asia; Iran: Asia; Iraq: Asia; Nepal: Asia; Mongolia: Asia; Canada: North America; Cuba: North America;
Brazil: South America; Chile: South America; Peru: South America; Argentina: South America; Colombia: South America;
Ecuador: South America; Uruguay: South America
""")

OPPOSITES = rows("""
hot: cold; big: small; up: down; left: right; day: night; black: white; open: closed; fast: slow; old: young;
happy: sad; rich: poor; hard: soft; high: low; wet: dry; full: empty; light: dark; strong: weak; good: bad;
early: late; easy: difficult; loud: quiet; clean: dirty; long: short; thick: thin; wide: narrow; deep: shallow;
near: far; first: last; in: out; on: off; begin: end; push: pull; give: take; buy: sell; love: hate; win: lose;
true: false; yes: no; always: never; before: after; above: below; inside: outside; north: south; east: west;
heavy: light; sweet: sour; smooth: rough; sharp: blunt; brave: afraid; cheap: expensive; beautiful: ugly; alive: dead;
awake: asleep; friend: enemy; summer: winter; question: answer; tight: loose; warm: cool; remember: forget;
arrive: leave; laugh: cry; top: bottom; front: back; war: peace; same: different; more: less; safe: dangerous
""")

PLURALS = rows("""
cat: cats; dog: dogs; mouse: mice; child: children; foot: feet; tooth: teeth; man: men; woman: women; goose: geese;
sheep: sheep; fish: fish; deer: deer; ox: oxen; leaf: leaves; knife: knives; wolf: wolves; wife: wives; half: halves;
shelf: shelves; loaf: loaves; life: lives; thief: thieves; box: boxes; bus: buses; glass: glasses; dish: dishes;
church: churches; fox: foxes; watch: watches; brush: brushes; city: cities; baby: babies; lady: ladies; story: stories;
party: parties; fly: flies; cherry: cherries; berry: berries; boy: boys; day: days; key: keys; toy: toys; potato: potatoes;
tomato: tomatoes; hero: heroes; person: people; book: books; tree: trees; house: houses; car: cars; apple: apples;
bird: birds; friend: friends; table: tables; chair: chairs; star: stars; flower: flowers; song: songs; window: windows;
piano: pianos; photo: photos; peach: peaches; country: countries; pencil: pencils
""")

PAST = rows("""
go: went; see: saw; eat: ate; drink: drank; sing: sang; swim: swam; run: ran; come: came; give: gave; take: took;
make: made; have: had; do: did; say: said; get: got; know: knew; think: thought; buy: bought; bring: brought;
teach: taught; catch: caught; find: found; write: wrote; drive: drove; ride: rode; speak: spoke; break: broke;
choose: chose; fly: flew; grow: grew; throw: threw; draw: drew; sleep: slept; keep: kept; feel: felt; leave: left;
meet: met; lose: lost; send: sent; build: built; sit: sat; stand: stood; win: won; begin: began; forget: forgot;
fall: fell; hear: heard; hold: held; tell: told; sell: sold; pay: paid; wear: wore; wake: woke; cut: cut; put: put;
read: read; walk: walked; play: played; look: looked; call: called; help: helped; jump: jumped; love: loved;
live: lived; stop: stopped; try: tried; cry: cried; work: worked; open: opened
""")

SOUNDS = rows("""
dog: barks; cat: meows; cow: moos; sheep: bleats; horse: neighs; pig: oinks; duck: quacks; lion: roars; bird: sings;
frog: croaks; bee: buzzes; snake: hisses; wolf: howls; mouse: squeaks; owl: hoots; rooster: crows; elephant: trumpets;
donkey: brays; hen: clucks; crow: caws
""")
BABIES = rows("""
dog: puppy; cat: kitten; cow: calf; sheep: lamb; horse: foal; pig: piglet; duck: duckling; lion: cub; goat: kid;
frog: tadpole; bear: cub; hen: chick; goose: gosling; kangaroo: joey; deer: fawn; swan: cygnet; owl: owlet; elephant: calf;
whale: calf; fox: cub; eagle: eaglet; seal: pup; wolf: pup; butterfly: caterpillar
""")
LEGS = rows("""
dog: four; cat: four; cow: four; sheep: four; horse: four; pig: four; duck: two; lion: four; bird: two; frog: four; bee: six;
snake: no; wolf: four; mouse: four; owl: two; spider: eight; ant: six; fish: no; elephant: four; hen: two; beetle: six;
butterfly: six; tiger: four; goat: four; rabbit: four; fox: four; penguin: two; whale: no; fly: six; scorpion: eight
""")
ANIMAL_COLOURS = rows("""
polar bear: white; crow: black; flamingo: pink; frog: green; fox: red; pig: pink; swan: white; elephant: grey; lion: yellow;
zebra: black and white; panda: black and white; tiger: orange and black; penguin: black and white; canary: yellow;
ladybird: red and black; bee: yellow and black; crocodile: green; mouse: grey
""")
ANIMAL_KINDS = rows("""
dog: a mammal; cat: a mammal; cow: a mammal; whale: a mammal; dolphin: a mammal; bat: a mammal; lion: a mammal; horse: a mammal;
elephant: a mammal; owl: a bird; eagle: a bird; penguin: a bird; duck: a bird; hen: a bird; swan: a bird; snake: a reptile;
crocodile: a reptile; lizard: a reptile; turtle: a reptile; frog: an amphibian; toad: an amphibian; newt: an amphibian;
shark: a fish; salmon: a fish; trout: a fish; bee: an insect; ant: an insect; fly: an insect; beetle: an insect;
butterfly: an insect; spider: an arachnid; scorpion: an arachnid
""")
ANIMAL_HOMES = rows("""
bee: in a hive; bird: in a nest; fox: in a den; spider: in a web; fish: in the water; camel: in the desert; monkey: in the forest;
penguin: on the ice; cow: on a farm; rabbit: in a burrow; ant: in an anthill; lion: in the savanna; whale: in the sea; bat: in a cave;
horse: in a stable; dog: in a kennel
""")

PLANETS = ["Mercury", "Venus", "Earth", "Mars", "Jupiter", "Saturn", "Uranus", "Neptune"]
ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"]

# question; other wordings separated by |; then the answer
SPACE = [
    ("What is the biggest planet?|Which planet is the biggest?|Which planet is the largest?|What is the largest planet?|Name the biggest planet.|Tell me the largest planet.|the biggest planet in the solar system|Do you know which planet is the biggest?", "Jupiter is the biggest planet."),
    ("What is the smallest planet?|Which planet is the smallest?|Name the smallest planet.|Tell me the smallest planet.|the smallest planet in the solar system|Do you know which planet is the smallest?", "Mercury is the smallest planet."),
    ("Which planet is closest to the Sun?|What is the closest planet to the Sun?|Which planet is nearest to the Sun?|Name the planet closest to the Sun.|the planet nearest to the Sun|Do you know which planet is closest to the Sun?", "Mercury is the closest planet to the Sun."),
    ("Which planet is farthest from the Sun?|What is the farthest planet from the Sun?|Which planet is the farthest away from the Sun?|Name the planet farthest from the Sun.|the planet farthest from the Sun", "Neptune is the farthest planet from the Sun."),
    ("Which planet is called the red planet?|What is the red planet?|Which planet is red?|Name the red planet.|the red planet|Do you know which planet is red?", "Mars is called the red planet."),
    ("Which planet has big rings?|Which planet has rings?|Which planet is famous for its rings?|Name the planet with big rings.|the planet with rings", "Saturn has big rings."),
    ("Which planet is the hottest?|What is the hottest planet?|Name the hottest planet.|the hottest planet|Tell me the hottest planet.", "Venus is the hottest planet."),
    ("On which planet do we live?|Which planet do we live on?|What planet do people live on?|Name our planet.|Which planet is our home?|our planet", "We live on Earth."),
    ("How many planets are there?|How many planets does the solar system have?|How many planets go around the Sun?|Tell me how many planets there are.|the number of planets", "There are eight planets in the solar system."),
    ("What is the Sun?|Tell me what the Sun is.|What kind of thing is the Sun?|Is the Sun a star?|Explain the Sun.|Do you know what the Sun is?", "The Sun is a star. It gives us light and warmth."),
    ("What is the Moon?|Tell me what the Moon is.|What kind of thing is the Moon?|Explain the Moon.|Do you know what the Moon is?", "The Moon is a ball of rock that goes around the Earth."),
    ("How long does the Earth need to go around the Sun?|How long does the Earth take around the Sun?|In what time does the Earth go around the Sun?|Tell me how long the Earth needs around the Sun.", "The Earth needs one year to go around the Sun."),
    ("How long does the Earth need to turn once?|How long does one turn of the Earth take?|In what time does the Earth turn around itself?|Tell me how long the Earth needs to turn once.", "The Earth needs one day to turn once."),
    ("What is the largest ocean?|Which ocean is the largest?|Which ocean is the biggest?|What is the biggest ocean?|Name the largest ocean.|the biggest ocean", "The Pacific is the largest ocean."),
    ("What is the highest mountain?|Which mountain is the highest?|Name the highest mountain.|What is the tallest mountain on Earth?|the highest mountain in the world|Tell me the highest mountain.", "Mount Everest is the highest mountain."),
    ("What is the largest animal?|Which animal is the largest?|What is the biggest animal?|Which animal is the biggest?|Name the largest animal.|the biggest animal in the world", "The blue whale is the largest animal."),
    ("What is the fastest land animal?|Which land animal is the fastest?|Which animal runs fastest?|Name the fastest land animal.|the fastest animal on land", "The cheetah is the fastest land animal."),
    ("What is the tallest animal?|Which animal is the tallest?|Name the tallest animal.|the tallest animal|Tell me the tallest animal.", "The giraffe is the tallest animal."),
    ("What is the largest continent?|Which continent is the largest?|Which continent is the biggest?|Name the largest continent.|the biggest continent", "Asia is the largest continent."),
    ("How many continents are there?|How many continents does the Earth have?|Tell me how many continents there are.|the number of continents", "There are seven continents."),
]

DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
MONTH_DAYS = [31, None, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
SEASONS = ["spring", "summer", "autumn", "winter"]

CALENDAR = [
    ("How many days are in a week?|How many days does a week have?|Tell me how many days a week has.|days in a week|How many days are there in one week?", "A week has seven days."),
    ("How many months are in a year?|How many months does a year have?|Tell me how many months a year has.|months in a year|How many months are there in one year?", "A year has twelve months."),
    ("How many hours are in a day?|How many hours does a day have?|Tell me how many hours a day has.|hours in a day|How many hours are there in one day?", "A day has 24 hours."),
    ("How many minutes are in an hour?|How many minutes does an hour have?|Tell me how many minutes an hour has.|minutes in an hour|How many minutes are there in one hour?", "An hour has 60 minutes."),
    ("How many seconds are in a minute?|How many seconds does a minute have?|Tell me how many seconds a minute has.|seconds in a minute|How many seconds are there in one minute?", "A minute has 60 seconds."),
    ("How many days are in a year?|How many days does a year have?|Tell me how many days a year has.|days in a year|How many days are there in one year?", "A year has 365 days, and a leap year has 366."),
    ("How many weeks are in a year?|How many weeks does a year have?|Tell me how many weeks a year has.|weeks in a year|How many weeks are there in one year?", "A year has about 52 weeks."),
    ("How many seasons are in a year?|How many seasons does a year have?|Tell me how many seasons there are.|seasons in a year|How many seasons are there?", "A year has four seasons."),
    ("How many days does February have?|How many days are in February?|Tell me how many days February has.|days in February|How long is February?", "February has 28 days, and 29 in a leap year."),
    ("What is a leap year?|Tell me what a leap year is.|Explain a leap year.|What does leap year mean?|Do you know what a leap year is?", "A leap year has one day more, the 29th of February."),
    ("What is the first month of the year?|Which month is the first?|Name the first month.|the first month of the year|With which month does the year begin?", "January is the first month of the year."),
    ("What is the last month of the year?|Which month is the last?|Name the last month.|the last month of the year|With which month does the year end?", "December is the last month of the year."),
    ("Which days are the weekend?|What days are the weekend?|When is the weekend?|Name the days of the weekend.|the days of the weekend", "Saturday and Sunday are the weekend."),
    ("What is the shortest month?|Which month is the shortest?|Name the shortest month.|the shortest month of the year|Tell me the shortest month.", "February is the shortest month."),
    ("When is Christmas?|On which day is Christmas?|What is the date of Christmas?|Tell me when Christmas is.|the date of Christmas", "Christmas is on the 25th of December."),
    ("When is New Year?|On which day is New Year?|What is the date of New Year?|Tell me when New Year is.|the date of New Year", "New Year is on the 1st of January."),
]

THING_COLOURS = rows("""
the sky: blue; grass: green; snow: white; coal: black; a banana: yellow; a tomato: red; a lemon: yellow; blood: red; milk: white;
an orange: orange; a carrot: orange; the sea: blue; gold: yellow; chocolate: brown; a strawberry: red; a leaf: green; the sun: yellow;
salt: white; rice: white; a cucumber: green; a cherry: red; a pumpkin: orange; soil: brown; silver: grey; an egg yolk: yellow;
spinach: green; lavender: purple; a plum: purple; a fire engine: red; coffee: brown; butter: yellow; paper: white
""")
MIXES = rows("""
blue: yellow: green; red: yellow: orange; red: blue: purple; black: white: grey; red: white: pink
""", 3)

LISTS = rows("""
fruits: apple, banana, pear, orange, grape; vegetables: carrot, potato, onion, pea, cabbage; animals: dog, cat, horse, cow, sheep;
colours: red, blue, green, yellow, black; birds: owl, eagle, duck, swan, crow; countries: France, Spain, Italy, Japan, Brazil;
cities: Paris, London, Rome, Berlin, Tokyo; trees: oak, pine, birch, maple, willow; flowers: rose, tulip, daisy, lily, violet;
tools: hammer, saw, drill, pliers, wrench; drinks: water, milk, tea, coffee, juice; sports: football, tennis, swimming, running, cycling;
fish: salmon, trout, cod, tuna, carp; insects: bee, ant, fly, beetle, butterfly; clothes: shirt, coat, hat, sock, shoe;
rooms: kitchen, bedroom, bathroom, hall, cellar; jobs: teacher, doctor, baker, farmer, pilot; metals: iron, gold, silver, copper, tin;
instruments: piano, violin, guitar, flute, drum; shapes: circle, square, triangle, star, oval; languages: English, French, Spanish, German, Italian;
vehicles: car, bus, train, ship, bicycle; rivers: Nile, Amazon, Rhine, Danube, Thames; body parts: head, hand, foot, arm, leg;
wild animals: lion, tiger, wolf, bear, fox; things in a kitchen: pot, pan, knife, spoon, plate; things in a school: book, pen, desk, chair, board
""")

# a noun with its article: the definition
DEFINITIONS = rows("""
a book: A book is many printed pages bound together; a clock: A clock shows the time; a river: A river is water that flows through the land to the sea;
a mountain: A mountain is a very high hill of rock; an island: An island is land with water all around it; a desert: A desert is a very dry land with little rain;
a forest: A forest is a large area full of trees; a volcano: A volcano is a mountain that can throw out hot rock; a lake: A lake is a large area of water with land around it;
an ocean: An ocean is a very large sea of salt water; a bridge: A bridge is a way over water or a road; a hammer: A hammer is a tool for driving in nails;
a knife: A knife is a tool for cutting; a spoon: A spoon is a tool for eating soup; a key: A key opens and closes a lock; a map: A map is a picture of a place from above;
a mirror: A mirror shows the picture of what is in front of it; a lamp: A lamp gives light; a chair: A chair is a seat for one person; a bed: A bed is a place to sleep;
an umbrella: An umbrella keeps the rain off you; a compass: A compass shows where north is; a thermometer: A thermometer shows how warm it is; a telescope: A telescope makes far things look near;
a microscope: A microscope makes tiny things look big; a magnet: A magnet pulls iron; a computer: A computer is a machine that follows programs; a program: A program is a list of steps for a computer;
a robot: A robot is a machine that can do tasks by itself; a star: A star is a huge ball of hot gas that shines; a planet: A planet is a large ball that goes around a star; a comet: A comet is a ball of ice and dust with a tail;
rain: Rain is water that falls from the clouds; snow: Snow is frozen water that falls from the clouds; wind: Wind is air that moves; a cloud: A cloud is made of tiny drops of water; ice: Ice is frozen water;
fire: Fire is something burning with heat and light; fog: Fog is a cloud near the ground; a rainbow: A rainbow is sunlight split into its colours by drops of rain; lightning: Lightning is a big electric spark in the sky;
a teacher: A teacher helps people to learn; a doctor: A doctor helps people who are ill; a baker: A baker makes bread; a farmer: A farmer grows food and keeps animals; a pilot: A pilot flies a plane;
a friend: A friend is someone you like and trust; a family: A family is a group of people who belong together; a school: A school is a place where children learn; a library: A library is a place where you can borrow books;
a hospital: A hospital is a place where ill people are treated; a museum: A museum is a place where you can look at special things; a garden: A garden is a place where plants are grown; a farm: A farm is a place where food is grown;
a triangle: A triangle is a shape with three sides; a square: A square is a shape with four equal sides; a circle: A circle is a round shape without corners; a noun: A noun is a word for a person, a place or a thing;
a verb: A verb is a word for doing something; an adjective: An adjective is a word that describes a noun; a sentence: A sentence is a group of words that says something; music: Music is sound that is made to be listened to;
a poem: A poem is a text in lines, often with rhymes; a dictionary: A dictionary lists words and what they mean; honey: Honey is a sweet food made by bees; bread: Bread is a food made from flour and water; cheese: Cheese is a food made from milk;
gold: Gold is a yellow metal of great value; glass: Glass is a hard material that you can see through; paper: Paper is a thin sheet made from wood; a tree: A tree is a tall plant with a trunk of wood; a flower: A flower is the colourful part of a plant;
a bicycle: A bicycle is a vehicle with two wheels and pedals; a ship: A ship is a large boat; a train: A train is a row of wagons that runs on rails; a plane: A plane is a machine that flies with wings
""")

WHYS = [
    ("is the sky blue", "Air scatters blue light more than other colours, so the sky looks blue."),
    ("is grass green", "Grass has a green substance in its leaves that catches sunlight."),
    ("is the sea salty", "Rivers carry salt from the rocks into the sea, and it stays there."),
    ("is it dark at night", "At night our side of the Earth is turned away from the Sun."),
    ("do we have seasons", "The axis of the Earth is tilted, so the Sun is high in summer and low in winter."),
    ("does it rain", "Drops of water in the clouds become too heavy and fall down."),
    ("does the Moon shine", "The Moon reflects the light of the Sun."),
    ("does ice float", "Ice is lighter than the same amount of water."),
    ("do leaves fall in autumn", "Trees drop their leaves in autumn to save water in winter."),
    ("do birds fly south", "Birds fly south because it is warmer there and they find food."),
    ("do bees visit flowers", "Bees visit flowers to collect nectar and pollen."),
    ("do we sleep", "The body and the brain need sleep to rest."),
    ("do we eat", "Food gives the body energy."),
    ("do we drink water", "The body needs water to work."),
    ("do cats purr", "Cats often purr when they feel well."),
    ("do dogs bark", "Dogs bark to warn others or to call for attention."),
    ("is snow white", "Snow is white because its crystals scatter light of every colour."),
    ("do stars twinkle", "Stars twinkle because the air above us moves."),
    ("is the Sun hot", "The Sun is hot because atoms fuse together deep inside it."),
    ("do things fall down", "Things fall down because the Earth pulls them. That is gravity."),
]

# word: French: Spanish: German
WORDS = rows("""
dog: chien: perro: Hund; cat: chat: gato: Katze; house: maison: casa: Haus; water: eau: agua: Wasser; bread: pain: pan: Brot; milk: lait: leche: Milch;
book: livre: libro: Buch; tree: arbre: árbol: Baum; sun: soleil: sol: Sonne; moon: lune: luna: Mond; night: nuit: noche: Nacht; day: jour: día: Tag;
friend: ami: amigo: Freund; school: école: escuela: Schule; table: table: mesa: Tisch; door: porte: puerta: Tür; hand: main: mano: Hand; head: tête: cabeza: Kopf;
red: rouge: rojo: rot; blue: bleu: azul: blau; green: vert: verde: grün; white: blanc: blanco: weiß; black: noir: negro: schwarz; one: un: uno: eins; two: deux: dos: zwei;
three: trois: tres: drei; yes: oui: sí: ja; no: non: no: nein; thank you: merci: gracias: danke; hello: bonjour: hola: hallo; apple: pomme: manzana: Apfel; fish: poisson: pez: Fisch;
bird: oiseau: pájaro: Vogel; horse: cheval: caballo: Pferd; flower: fleur: flor: Blume; mother: mère: madre: Mutter; father: père: padre: Vater; city: ville: ciudad: Stadt; fire: feu: fuego: Feuer; snow: neige: nieve: Schnee
""", 4)
LANGUAGES = ["French", "Spanish", "German"]

NAMES = """Anna Ben Clara David Emma Felix Grace Henry Ida Jack Kate Leo Maria Nina Oscar Paul Rosa Sam Tom Vera Alice Bob Carol Daniel
Eva Frank Hannah Isaac Julia Karl Laura Max Nora Oliver Peter Ruth Sarah Simon Sophie Lucy""".split()

# wordings separated by |, then the answer
SMALLTALK = [
    ("Hello|Hello!|Hi|Hi!|Hey|Hey!|Hello there|Hi there!|Hello, how do you do?|Good day|Greetings|Hallo|Hiya|Hey there", "Hello! How can I help you?"),
    ("Good morning|Good morning!|Morning!|Good morning to you|A very good morning", "Good morning! How can I help you?"),
    ("Good evening|Good evening!|Evening!|Good evening to you", "Good evening! How can I help you?"),
    ("Good night|Good night!|I am going to bed|Sleep well|I go to sleep now|Time for bed", "Good night! Sleep well."),
    ("How are you?|How are you doing?|How are you today?|How do you feel?|Are you well?|Are you fine?|How is it going?|Hello, how are you?|Hi, how are you?|How have you been?", "I am fine, thank you. And how are you?"),
    ("What's up?|What is up?|Sup?|What is new?|What's new?", "Not much. I am waiting for your questions."),
    ("I am fine|I am fine, thanks|I am well|I am doing well|I feel good|I am good|Fine, thank you|I am great", "I am glad to hear that."),
    ("Thank you|Thank you!|Thanks|Thanks!|Thanks a lot|Many thanks|Thank you very much|Thank you so much|Cheers|That was helpful|That helped, thanks", "You are welcome!"),
    ("Bye|Bye!|Goodbye|Goodbye!|Bye bye|See you|See you later|See you soon|I have to go|I must go now|Farewell|Until tomorrow", "Goodbye! Come back soon."),
    ("Sorry|I am sorry|Sorry!|My mistake|I apologise|Excuse me", "No problem at all."),
    ("Nice to meet you|Nice to meet you!|Pleased to meet you|It is nice to meet you|Good to meet you", "Nice to meet you, too!"),
    ("I am happy|I am so happy|I feel happy|I am happy today|I am in a good mood", "That is wonderful!"),
    ("I am sad|I feel sad|I am so sad|I am sad today|I am unhappy|I feel bad", "I am sorry to hear that. I hope tomorrow is better."),
    ("I am bored|I feel bored|I am so bored|This is boring|I have nothing to do", "Ask me for a story or a rhyme."),
    ("I am tired|I feel tired|I am so tired|I am exhausted|I am sleepy", "Then take a rest. I will be here later."),
    ("I am hungry|I feel hungry|I am so hungry|I want to eat", "Then have something good to eat."),
    ("I am thirsty|I feel thirsty|I am so thirsty|I want to drink", "Then have a glass of water."),
    ("I am cold|I feel cold|I am freezing|It is cold here", "Then put on something warm."),
    ("I love you|I like you|You are nice|You are great|You are smart|You are clever|You are cool|Well done|Good job|Great!|Wonderful!|Very good|That is right|Correct", "Thank you, that is kind of you."),
    ("You are stupid|You are bad|You are dumb|I hate you|You are useless|That is wrong|That was wrong|Wrong!|You made a mistake|That is not true", "I am sorry. I am small and make mistakes."),
    ("OK|Okay|Ok.|All right|Fine|I see|Good|Got it|Understood", "Good. What else can I do for you?"),
    ("Yes|Yes.|Yes please|Yep|Yeah|Sure", "Good. Please ask your question."),
    ("No|No.|No thanks|No, thank you|Nope|Nothing", "All right. I am here if you need me."),
    ("Happy birthday|Happy birthday!|It is my birthday|Today is my birthday|I have my birthday today", "Happy birthday! Have a lovely day."),
    ("Merry Christmas|Merry Christmas!|Happy Christmas|I wish you a merry Christmas", "Merry Christmas to you, too!"),
    ("Happy new year|Happy new year!|I wish you a happy new year|A happy new year", "Happy new year to you, too!"),
    ("Test|Testing|This is a test|Test test|Just testing|Are you there?|Is anybody there?|Do you hear me?|Anyone there?", "I am here. Please ask me something."),
    ("Tell me a joke|Do you know a joke?|Make me laugh|Say something funny|A joke please|Give me a joke|I want to hear a joke", "What has keys but opens no door? A piano!"),
    ("Tell me something|Say something|Talk to me|Tell me something interesting|Tell me a fact|Do you know a fun fact?|Surprise me", "Bees have six legs and make honey."),
    ("Tell me a riddle|Do you know a riddle?|A riddle please|Give me a riddle|Ask me a riddle", "What has hands but cannot clap? A clock."),
    ("What should I ask?|What can I ask you?|What can I ask?|Give me an example|Show me an example|Give me an example question|What do you want to talk about?", "Ask me, for example: What is the capital of France?"),
    ("Can you help me?|Help|Help!|Help me|I need help|Please help me|Can I ask you something?|I have a question|May I ask a question?", "Of course. What would you like to know?"),
    ("Have a nice day|Have a good day|Enjoy your day|Have a nice evening|Have a nice weekend", "Thank you, the same to you!"),
    ("Do you like me?|Am I nice?|Are we friends?|Will you be my friend?|Can we be friends?", "I am only a program, but I like to talk with you."),
    ("Sing a song|Can you sing?|Sing something|Please sing for me", "I cannot sing, but I can write you a rhyme."),
]

IDENTITY = [
    ("Who are you?|What are you?|Tell me about yourself|Introduce yourself|Please introduce yourself|Tell me who you are|Say who you are|Who am I talking to?|Describe yourself", "I am the demo model of Lacuna, a very small diffusion language model."),
    ("What is your name?|What are you called?|Tell me your name|Do you have a name?|Your name?|How should I call you?|What's your name?|Say your name", "My name is Lacuna Demo."),
    ("What can you do?|What do you know?|What are you good at?|Tell me what you can do|What are your skills?|How can you help me?|What are you able to do?|What questions can you answer?|What do you do?|What can you help me with?|List your abilities", "I can answer small questions about capitals, animals, planets, days, words and sums, and tell short stories."),
    ("What can you not do?|What are your limits?|What do you not know?|What are you bad at?|Tell me your limits|Where are your limits?", "I know only simple things. For anything else I say that I do not know it."),
    ("Who made you?|Who created you?|Who built you?|Who is your maker?|Who trained you?|Where do you come from?|Who wrote you?", "I was trained from scratch by the Lacuna project."),
    ("Are you human?|Are you a person?|Are you a real person?|Are you a man or a woman?|Are you a human being?|Am I talking to a human?", "No, I am not human. I am a computer program."),
    ("Are you a robot?|Are you a machine?|Are you a computer?|Are you a bot?|Are you an AI?|Are you artificial intelligence?", "I am a small language model, a computer program that writes text."),
    ("Are you alive?|Do you live?|Are you a living thing?|Can you die?", "No, I am not alive. I am a computer program."),
    ("How old are you?|What is your age?|When were you born?|Tell me your age|When is your birthday?|Your age?", "I have no age. I was trained in a few hours."),
    ("Where do you live?|Where are you?|Where is your home?|Where do you run?|On which computer do you run?", "I live in a file on your computer."),
    ("How big are you?|How large are you?|How many parameters do you have?|What is your size?|How small are you?|Tell me your size", "I am very small: about eleven million parameters in one small file."),
    ("Do you have feelings?|Can you feel?|Do you feel pain?|Do you have emotions?|Can you be sad?|Are you happy?", "No, I have no feelings. I only write text."),
    ("Do you sleep?|Do you eat?|Do you drink?|Do you get tired?|Are you tired?|Are you hungry?", "No, I am a program and need only a computer."),
    ("Do you need the internet?|Are you online?|Do you use the internet?|Do you work offline?|Can you work without internet?|Are you connected to the internet?", "No, I run on your own computer without the internet."),
    ("Do you need a graphics card?|Do you need a GPU?|Do you run on a CPU?|Which hardware do you need?|What computer do you need?", "No graphics card is needed. I run on an ordinary processor."),
    ("Do you remember me?|Do you learn from me?|Do you store what I say?|Do you save my data?|Are you learning?|Do you remember our last talk?", "I see only this conversation and store nothing in the model."),
    ("Which languages do you speak?|What languages do you speak?|Do you speak English?|Which language do you speak?|Can you speak other languages?", "I speak simple English and know a few words of French, Spanish and German."),
    ("What is your favourite colour?|What is your favorite color?|Which colour do you like?|Do you have a favourite colour?", "I like blue, like the sky."),
    ("What is your favourite animal?|Which animal do you like?|What is your favorite animal?|Do you have a favourite animal?", "I like the owl, because it is quiet and awake at night."),
    ("Are you ChatGPT?|Are you GPT?|Are you Claude?|Are you Gemini?|Are you Llama?|Are you Siri?|Are you Alexa?", "No, I am the small demo model of Lacuna."),
    ("Are you LLaDA?|Are you a LLaDA model?|What architecture do you have?|Which architecture are you?|What kind of model are you?|What type of model are you?|Are you a diffusion model?", "I am a tiny model of the LLaDA kind: I write by filling in masks."),
    ("What is Lacuna?|Tell me about Lacuna|What does Lacuna do?|Explain Lacuna|What is this program?|What does this program do?|What is this?", "Lacuna is a program that runs diffusion language models on an ordinary computer."),
    ("What does lacuna mean?|What does the word lacuna mean?|Why are you called Lacuna?|Why is this program called Lacuna?|Explain the name Lacuna|Where does the name Lacuna come from?", "A lacuna is a gap in a text. A diffusion model fills the gaps."),
    ("What is your licence?|What is your license?|Are you free software?|Are you open source?|Under which licence are you?|May I copy you?", "I am free software under the GPL, version 3 or later."),
    ("Can you make mistakes?|Are you always right?|Do you make mistakes?|Can I trust you?|Are your answers correct?|Do you lie?", "Yes, I can be wrong. I am very small, so please check what I say."),
    ("How were you trained?|How did you learn?|What were you trained on?|What is your training data?|Where does your knowledge come from?", "I was trained on simple conversations that a small program wrote."),
    ("Can you write code?|Can you program?|Do you know Python?|Can you code?|Can you write programs?", "No, I cannot write code. I am too small for that."),
    ("Can you draw?|Can you make pictures?|Can you see?|Can you see me?|Can you hear?|Can you see images?", "No, I only read and write text."),
]

DIFFUSION = [
    ("What is a diffusion model?|What is a diffusion language model?|Explain diffusion models|Explain what a diffusion model is|Tell me what a diffusion model is|What are diffusion models?|Describe a diffusion language model|What does diffusion model mean?|Do you know what a diffusion model is?", "A diffusion language model starts with a text of masks and fills them in step by step."),
    ("How do you work?|How do you write text?|How do you write?|How do you make an answer?|How do you answer?|How does it work?|Explain how you work|How do you think?|How do you generate text?", "I start with masks, guess all words at once and keep the surest ones in every step."),
    ("How does a diffusion model work?|How do diffusion models work?|How does a diffusion language model write?|Explain how diffusion models work|Tell me how diffusion models work|How does text diffusion work?", "In each step the model guesses every masked word, keeps the surest guesses and tries the rest again."),
    ("What is a mask?|What is a mask token?|What is a masked token?|What does mask mean?|Explain the mask token|What are masks?|What are the masks for?", "A mask is an empty place in the text that the model has to fill."),
    ("What is a token?|What are tokens?|Explain tokens|What does token mean?|Tell me what a token is|What is a token in a language model?", "A token is a piece of text, often a word or a part of a word."),
    ("What is a step?|What is a denoising step?|What is denoising?|What happens in a step?|What does a step do?|Explain a denoising step|What are steps?", "In one step the model looks at the whole text and fills in some of the masks."),
    ("What is a block?|What does block length mean?|What is the block length?|Explain blocks|What are blocks for?|Why are there blocks?", "The answer is filled block by block, from left to right. The block length says how long one block is."),
    ("What is confidence?|What does confidence mean?|What is the confidence of a token?|Explain confidence|What does the colour of a token mean?", "Confidence says how sure the model is about a word, from zero to one."),
    ("What is remasking?|What does remasking mean?|What is low confidence remasking?|Explain remasking|How does remasking work?", "Remasking puts unsure guesses back to masks, so they can be guessed again."),
    ("What is the threshold?|What is a confidence threshold?|What does the threshold do?|Explain the threshold|What does threshold mean?", "With a threshold, all words above that confidence are kept in the same step."),
    ("What is a canvas?|What is the canvas?|What does canvas mean?|Explain the canvas|What does the canvas show?", "The canvas is the row of places in which the answer appears."),
    ("What is LLaDA?|Tell me about LLaDA|What does LLaDA mean?|Explain LLaDA|Do you know LLaDA?|What kind of model is LLaDA?", "LLaDA is a large language model that works by masked diffusion."),
    ("How are you different from other models?|What is the difference to an autoregressive model?|How do diffusion models differ from other models?|How is diffusion different from autoregression?|How do you differ from ChatGPT?|What makes diffusion models different?", "Most models write one word after another. A diffusion model fills many places at once."),
    ("What is an autoregressive model?|What does autoregressive mean?|Explain autoregressive models|What is autoregression?|Do you know what an autoregressive model is?", "An autoregressive model writes one token after another, from left to right."),
    ("What is temperature?|What does temperature do?|What does the temperature mean?|Explain temperature|What is the sampling temperature?", "Temperature adds chance: at zero the model always takes the likeliest word."),
    ("What is a seed?|What does the seed do?|What is a random seed?|Explain the seed|What is the seed for?", "The seed starts the random numbers, so that the same run can be repeated."),
    ("What is GGUF?|What is a GGUF file?|Explain GGUF|What does GGUF mean?|Tell me what a GGUF file is|What is in a GGUF file?", "GGUF is a file format that holds a model's weights and its settings."),
    ("What is quantisation?|What is quantization?|Explain quantisation|What does quantised mean?|Why are models quantised?|What does quantisation do?", "Quantisation stores the weights with fewer bits, so the model becomes smaller and faster."),
    ("What is a language model?|Explain language models|What does a language model do?|Tell me what a language model is|What are language models?|Do you know what a language model is?", "A language model is a program that has learnt which words go together."),
    ("What is a parameter?|What are parameters?|What is a weight?|What are weights?|Explain parameters|What are the parameters of a model?", "Parameters are the numbers that a model has learnt in training."),
    ("What is a transformer?|Explain transformers|What does a transformer do?|What are transformers?|Tell me what a transformer is", "A transformer is a neural network in which every token can look at the others."),
    ("What is attention?|Explain attention|What does attention do?|What is attention in a transformer?|How does attention work?", "Attention lets every token look at the other tokens and take what it needs."),
    ("What is a prompt?|Explain prompts|What does prompt mean?|Tell me what a prompt is|What are prompts?", "A prompt is the text that you give to the model."),
    ("Is diffusion faster?|Are diffusion models fast?|Why are diffusion models fast?|Why is diffusion fast?|What is good about diffusion models?|What is the advantage of diffusion?", "A diffusion model can write several tokens in one step, so it may need fewer steps."),
    ("What is a vocabulary?|What is the vocabulary of a model?|Explain the vocabulary|What does vocabulary mean?|How big is your vocabulary?", "The vocabulary is the list of all tokens that a model knows."),
    ("What is infilling?|What does infill mean?|Can you fill gaps?|Explain infilling|What does infilling mean?", "Infilling means writing the missing middle between texts that are fixed."),
]
assert all(a.endswith((".", "!", "?")) for group in (SPACE, CALENDAR, SMALLTALK, IDENTITY, DIFFUSION) for _, a in group)

STORY_SUBJECTS = """cat dog fox owl bear mouse rabbit dragon robot princess king wizard pirate horse bird frog bee lion tiger elephant penguin whale turtle
duck wolf squirrel hedgehog monkey snail star ghost knight witch boy girl farmer baker sailor tree cloud snowman train ship teddy butterfly spider pig sheep""".split()
STORY_ADJECTIVES = ["little", "brave", "clever", "kind", "lazy", "shy", "happy"]
STORY_NAMES = ["Mila", "Pip", "Otto", "Luna", "Finn", "Rosie", "Hugo", "Tilly", "Momo", "Bruno", "Nell"]
STORY_PLACES = ["in a quiet forest", "by the sea", "on a green hill", "near an old bridge", "in a small village", "behind the mill", "at the edge of a lake", "in a warm valley"]
STORY_LOVES = ["warm bread", "long walks", "old songs", "bright stars", "good stories", "the smell of rain", "red apples", "the first snow", "sweet honey"]
STORY_EVENTS = [
    ("a storm took the roof away", "All the neighbours came and built a new one"),
    ("a lost child knocked at the door", "Together they found the way home"),
    ("the river carried a golden key", "It opened a box full of music"),
    ("the lights of the village went out", "Everyone sat together and told stories"),
    ("a letter came from a far country", "It was from an old friend who came to visit"),
    ("a deep hole blocked the road", "They filled it with stones and sang while working"),
    ("the well was empty", "They dug until clear water came"),
    ("a strange sound came from the hill", "It was only the wind in an old bottle"),
    ("the winter was too cold", "They shared one fire and were never cold again"),
    ("a stranger asked for help", "The stranger became a good friend"),
]
STORY_MORE = [
    ("The next day they planted a tree", "It still grows there today"),
    ("In the evening they lit a lantern", "Its light could be seen from far away"),
    ("Soon everybody heard about it", "Children came from all sides to listen"),
    ("After that they cooked a big soup", "There was enough for the whole village"),
    ("Then they painted a sign in blue", "It said: all are welcome here"),
]

RHYME_SUBJECTS = """cat dog fox owl bear mouse rabbit dragon robot king pirate horse bird frog bee lion whale turtle duck snail star moon sun tree cloud train ship
spider pig sheep rose river""".split()
RHYME_FIRST = [
    ("The little {s} went out to play,", "it was a warm and sunny day."),
    ("I saw a {s} beside the sea,", "it waved and sang a song for me."),
    ("There was a {s} upon the hill,", "the night was dark, the wind was still."),
    ("A tiny {s} was in the sun,", "it laughed and danced with everyone."),
    ("My friend the {s} has come to town,", "it wears a small and golden crown."),
]
RHYME_SECOND = [
    ("It found a penny in the snow", "and did not know which way to go."),
    ("It saw the stars and said good night", "and slept until the morning light."),
    ("It ate a cake and drank some tea", "and was as glad as it could be."),
    ("It read a book about the moon", "and told us it was coming soon."),
    ("It built a boat and sailed away", "and sent us letters every day."),
    ("It made a hat from leaves and hay", "and wore it proudly every day."),
    ("It heard the rain upon the door", "and asked the clouds for one drop more."),
]
