# SPDX-License-Identifier: GPL-3.0-or-later
"""Turns the tables of facts.py into conversations.

A fact is (category, key, prompts, answer); every prompt is one paraphrase of its question. Whether a fact × paraphrase pair
is held out is decided by a hash, so that neither a seed nor the order of the tables can leak it into training.
"""
import hashlib
import random
from dataclasses import dataclass, field

import facts as F
import refusals

REFUSAL = "Sorry, I do not know that. I am a very small model and know only simple things."
TOO_HARD = "Sorry, that is too hard for me. I know only small sums and the times tables up to ten."


@dataclass
class Fact:
    category: str
    key: str
    answer: str
    prompts: list
    before: list = field(default_factory=list)  # earlier turns that this fact needs: [(prompt, answer)]
    long: bool = False  # the answer needs more than 63 tokens
    trained: list = field(default_factory=list)
    held: list = field(default_factory=list)


def cap(text):
    return text[:1].upper() + text[1:]


def article(noun):
    return ("an " if noun[0] in "aeiou" else "a ") + noun


FRAMES = ["What is {n}?", "Tell me {n}.", "{N}?", "Do you know {n}?", "Can you tell me {n}?", "I want to know {n}.", "Give me {n}.", "{N}",
          "Please tell me {n}.", "{N}, please", "What's {n}?", "I would like to know {n}.", "Say {n}.", "Could you tell me {n}?"]


def phrases(*nouns):
    return [frame.format(n=n, N=cap(n)) for n in nouns for frame in FRAMES]


def fill(templates, **values):
    return [t.format(**values) for t in templates]


NUMBER_WORDS = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
eighteen nineteen twenty""".split()


def lookups():
    out = []

    def add(category, key, answer, prompts, **more):
        out.append(Fact(category, key, answer, list(dict.fromkeys(prompts)), **more))

    for country, city in F.CAPITALS:
        add("capitals", country, f"The capital of {country} is {city}.",
            phrases(f"the capital of {country}", f"the capital city of {country}")
            + fill(["Which city is the capital of {c}?", "What city is the capital of {c}?", "{c}: capital?", "Capital of {c}", "capital of {c}?",
                    "What is {c}'s capital?", "Name the capital of {c}.", "Which capital does {c} have?"], c=country))
        add("capitals", city, f"{city} is the capital of {country}.",
            fill(["Which country has the capital {c}?", "{c} is the capital of which country?", "Of which country is {c} the capital?",
                  "What country is {c} the capital of?", "Whose capital is {c}?", "{c} is the capital of what?", "Where is {c} the capital?",
                  "Which country is {c} the capital of?"], c=city))
    for country, continent in F.CONTINENTS:
        add("continents", country, f"{country} is in {continent}.",
            fill(["On which continent is {c}?", "Where is {c}?", "Which continent is {c} in?", "In which part of the world is {c}?", "What continent is {c} on?",
                  "Where does {c} lie?", "Tell me where {c} is.", "Do you know where {c} is?", "Can you tell me where {c} is?", "{c} is on which continent?"],
                 c=country))

    pairs = dict(F.OPPOSITES)
    for a, b in F.OPPOSITES:
        pairs.setdefault(b, a)
    for a, b in pairs.items():
        add("opposites", a, f"The opposite of {a} is {b}.",
            phrases(f"the opposite of {a}")
            + fill(["What is the contrary of {w}?", "Which word is the opposite of {w}?", "Opposite of {w}", "Opposite of {w}?", "{w}: opposite?",
                    "Name the opposite of {w}.", "What word means the opposite of {w}?", "opposite: {w}"], w=a))
    for a, b in F.PLURALS:
        add("plurals", a, f"The plural of {a} is {b}.",
            phrases(f"the plural of {a}")
            + fill(["What is {w} in the plural?", "Which word is the plural of {w}?", "Plural of {w}", "Plural of {w}?", "{w}: plural?", "one {w}, two what?",
                    "How do you say more than one {w}?", "What is the plural form of {w}?", "One {w}, many ...?"], w=a))
    for a, b in F.PAST:
        add("past tense", a, f"The past tense of {a} is {b}.",
            phrases(f"the past tense of {a}", f"the past of {a}")
            + fill(["What is {w} in the past tense?", "Past tense of {w}", "Past tense of {w}?", "{w}: past tense?", "Today I {w}, yesterday I ...?",
                    "How do you say {w} in the past?", "Put {w} into the past tense."], w=a))

    for animal, sound in F.SOUNDS:
        add("animals", "sound " + animal, f"{cap(article(animal))} {sound}.",
            fill(["What sound does {a} make?", "Which sound does {a} make?", "What does {a} say?", "What noise does {a} make?", "How does {a} sound?",
                  "Tell me the sound of {a}.", "What is the sound of {a}?", "Do you know what sound {a} makes?", "the sound of {a}",
                  "Can you tell me what sound {a} makes?", "Which noise does {a} make?"], a=article(animal)))
    for animal, baby in F.BABIES:
        add("animals", "baby " + animal, f"A baby {animal} is called {article(baby)}.",
            phrases(f"the name of a baby {animal}")
            + fill(["What is a baby {a} called?", "How is a baby {a} called?", "What do you call a baby {a}?", "What is the baby of {aa} called?",
                    "What is the young of {aa} called?", "What is a young {a} called?", "a baby {a} is called what?", "Do you know what a baby {a} is called?"],
                   a=animal, aa=article(animal)))
    for animal, legs in F.LEGS:
        add("animals", "legs " + animal, f"{cap(article(animal))} has {legs} legs.",
            fill(["How many legs does {a} have?", "How many legs has {a}?", "How many legs does {a} have got?", "Tell me how many legs {a} has.",
                  "What number of legs does {a} have?", "Do you know how many legs {a} has?", "the number of legs of {a}", "Can you tell me how many legs {a} has?",
                  "On how many legs does {a} walk?"], a=article(animal)))
    for animal, colour in F.ANIMAL_COLOURS:
        add("animals", "colour " + animal, f"{cap(article(animal))} is {colour}.",
            fill(["What colour is {a}?", "Which colour is {a}?", "What color is {a}?", "Which colour does {a} have?", "Tell me the colour of {a}.",
                  "What is the colour of {a}?", "the colour of {a}", "Do you know the colour of {a}?", "What color does {a} have?"], a=article(animal)))
    for animal, kind in F.ANIMAL_KINDS:
        add("animals", "kind " + animal, f"{cap(article(animal))} is {kind}.",
            fill(["What kind of animal is {a}?", "What is {a}?", "Which kind of animal is {a}?", "What sort of animal is {a}?", "Tell me what kind of animal {a} is.",
                  "Do you know what {a} is?", "What type of animal is {a}?", "To which group of animals does {a} belong?", "Tell me what {a} is."], a=article(animal)))
    for animal, home in F.ANIMAL_HOMES:
        add("animals", "home " + animal, f"{cap(article(animal))} lives {home}.",
            fill(["Where does {a} live?", "Where do you find {a}?", "What is the home of {a}?", "Tell me where {a} lives.", "Where can I find {a}?",
                  "Do you know where {a} lives?", "In what place does {a} live?", "the home of {a}", "Where is the home of {a}?"], a=article(animal)))

    for i, planet in enumerate(F.PLANETS):
        add("planets", planet, f"{planet} is the {F.ORDINALS[i]} planet from the Sun.",
            fill(["Which planet is the {o} from the Sun?", "What is the {o} planet from the Sun?", "Name the {o} planet from the Sun.", "What is the {o} planet?",
                  "Which planet is the {o}?", "the {o} planet from the Sun", "Tell me the {o} planet.", "Do you know the {o} planet?"], o=F.ORDINALS[i])
            + fill(["Which number is {p} from the Sun?", "What is {p}?", "Which place has {p} from the Sun?", "Tell me about {p}.", "What do you know about {p}?",
                    "What kind of thing is {p}?", "Tell me something about the planet {p}."], p=planet))
    for group, category in ((F.SPACE, "planets"), (F.CALENDAR, "calendar"), (F.SMALLTALK, "small talk"), (F.IDENTITY, "identity"), (F.DIFFUSION, "diffusion")):
        for questions, answer in group:
            questions = questions.split("|")
            add(category, questions[0], answer, questions)

    for names, what in ((F.DAYS, "day"), (F.MONTHS, "month")):
        n = len(names)
        for i, name in enumerate(names):
            extra = {"w": what, "x": name}
            add("calendar", "after " + name, f"{names[(i + 1) % n]} comes after {name}.",
                fill(["Which {w} comes after {x}?", "What {w} comes after {x}?", "What comes after {x}?", "What is the {w} after {x}?", "Name the {w} after {x}.",
                      "Which {w} follows {x}?", "What {w} follows {x}?", "the {w} after {x}", "Tell me the {w} after {x}.", "After {x} comes which {w}?"], **extra))
            add("calendar", "before " + name, f"{names[i - 1]} comes before {name}.",
                fill(["Which {w} comes before {x}?", "What {w} comes before {x}?", "What comes before {x}?", "What is the {w} before {x}?", "Name the {w} before {x}.",
                      "the {w} before {x}", "Tell me the {w} before {x}.", "Before {x} comes which {w}?"], **extra))
            add("calendar", "number " + name, f"{name} is the {F.ORDINALS[i]} {what} of the {'week' if what == 'day' else 'year'}.",
                fill(["Which {w} of the {y} is {x}?", "What number has the {w} {x}?", "Which place has {x} in the {y}?", "Tell me which {w} of the {y} {x} is.",
                      "Which number in the {y} is {x}?", "What {w} of the {y} is {x}?"], **extra, y="week" if what == "day" else "year"))
    for name, days in zip(F.MONTHS, F.MONTH_DAYS):
        if days:
            add("calendar", "days " + name, f"{name} has {days} days.",
                fill(["How many days does {m} have?", "How many days are in {m}?", "How long is {m}?", "Tell me how many days {m} has.", "How many days has {m}?",
                      "days in {m}", "Do you know how many days {m} has?", "the number of days in {m}"], m=name))
    for i, season in enumerate(F.SEASONS):
        after = F.SEASONS[(i + 1) % 4]
        add("calendar", "after " + season, f"{cap(after)} comes after {season}.",
            fill(["Which season comes after {s}?", "What season comes after {s}?", "What comes after {s}?", "What is the season after {s}?", "Name the season after {s}.",
                  "Which season follows {s}?", "the season after {s}", "Tell me the season after {s}."], s=season))

    for thing, colour in F.THING_COLOURS:
        add("colours", thing, f"{cap(thing)} is {colour}.",
            fill(["What colour is {a}?", "Which colour is {a}?", "What color is {a}?", "Which colour does {a} have?", "Tell me the colour of {a}.",
                  "What is the colour of {a}?", "the colour of {a}", "Do you know the colour of {a}?", "What color does {a} have?"], a=thing))
    for a, b, c in F.MIXES:
        both = ["What do you get from {a} and {b}?", "What colour do {a} and {b} make?", "Mix {a} and {b}.", "What happens when I mix {a} and {b}?",
                "Which colour do you get from {a} and {b}?", "{a} and {b} make which colour?", "What is {a} mixed with {b}?", "What color do {a} and {b} make?"]
        for x, y in ((a, b), (b, a)):
            add("colours", f"mix {x} {y}", f"{cap(x)} and {y} make {c}.", fill(both, a=x, b=y))

    for what, items in F.LISTS:
        *most, last = items.split(", ")
        add("lists", what, cap(f"{', '.join(most)} and {last}."),
            fill(["Name five {w}.", "List five {w}.", "Tell me five {w}.", "Give me five {w}.", "Can you name five {w}?", "Name 5 {w}.", "List 5 {w}.", "Five {w}, please",
                  "Give me a list of five {w}.", "Do you know five {w}?", "I need five {w}.", "Write down five {w}.", "Give me 5 {w}.", "a list of {w}", "Name some {w}.",
                  "List some {w}.", "Tell me some {w}."], w=what))
    add("lists", "days", ", ".join(F.DAYS[:-1]) + " and Sunday.",
        ["Name the days of the week.", "List the days of the week.", "Tell me the days of the week.", "What are the days of the week?", "the days of the week",
         "Which days does a week have?", "Give me the days of the week.", "Do you know the days of the week?", "Name all days of the week."])
    add("lists", "months", ", ".join(F.MONTHS[:-1]) + " and December.",
        ["Name the months of the year.", "List the months of the year.", "Tell me the months of the year.", "What are the months of the year?", "the months of the year",
         "Which months does a year have?", "Give me the months of the year.", "Do you know the months of the year?", "Name all months.", "List the months."])
    add("lists", "seasons", "Spring, summer, autumn and winter.",
        ["Name the seasons.", "List the seasons.", "Tell me the seasons.", "What are the four seasons?", "the four seasons", "Which seasons are there?",
         "What are the seasons?", "Name the four seasons.", "Do you know the seasons?"])
    add("lists", "planets", ", ".join(F.PLANETS[:-1]) + " and Neptune.",
        ["Name the planets.", "List the planets.", "Tell me the planets.", "What are the planets?", "the planets of the solar system", "Which planets are there?",
         "What are the eight planets?", "Name all planets.", "Do you know the planets?", "List all the planets."])

    for noun, text in F.DEFINITIONS:
        bare = noun.split(" ", 1)[1] if noun.startswith(("a ", "an ")) else noun
        add("definitions", noun, text + ".",
            fill(["What is {n}?", "Tell me what {n} is.", "Explain {n}.", "Do you know what {n} is?", "What does {b} mean?", "Can you explain {n}?", "Define {b}.",
                  "What's {n}?", "Please explain {n}.", "Explain what {n} is.", "Can you tell me what {n} is?", "Describe {n}.", "What does the word {b} mean?",
                  "What exactly is {n}?", "What do you know about {n}?"], n=noun, b=bare))
    for question, answer in F.WHYS:
        verb, rest = question.split(" ", 1)
        subject, _, state = rest.rpartition(" ")
        more = [f"Explain why {subject} {verb} {state}."] if verb == "is" else []
        add("whys", question, answer,
            fill(["Why {q}?", "Tell me why {q}?", "Why {q}? Please explain.", "Do you know why {q}?", "Please explain: why {q}?", "Can you tell me why {q}?", "Why {q}",
                  "I want to know: why {q}?", "Why exactly {q}?", "What is the reason: why {q}?"], q=question) + more)

    for english, *others in F.WORDS:
        for language, word in zip(F.LANGUAGES, others):
            add("translations", f"{language} {english}", f"{cap(english)} in {language} is {word}.",
                fill(["What is {w} in {l}?", "How do you say {w} in {l}?", "Translate {w} into {l}.", "What is the {l} word for {w}?", "{w} in {l}", "{w} in {l}?",
                      "Tell me the {l} word for {w}.", "What does {w} mean in {l}?", "Say {w} in {l}.", "Can you translate {w} into {l}?", "the {l} word for {w}",
                      "How do I say {w} in {l}?", "Translate to {l}: {w}", "What's {w} in {l}?"], w=english, l=language))
    return out


def number_facts():
    out = []

    def add(category, key, answer, prompts, **more):
        out.append(Fact(category, key, answer, list(dict.fromkeys(prompts)), **more))

    ask = ["What is {s}?", "{s}", "{s} = ?", "{s}?", "How much is {s}?", "Calculate {s}.", "Tell me {s}.", "What's {s}?", "{s} =", "Can you calculate {s}?", "{s} is what?",
           "Do you know {s}?", "Work out {s}."]

    def sums(a, b, c, word, signs, extra):
        prompts = [q.format(s=f"{a} {w} {b}") for q in ask for w in [word] + signs[:1]]
        prompts += [q.format(s=f"{a}{signs[0]}{b}") for q in ask[:5]]
        prompts += [q.format(s=f"{a} {signs[-1]} {b}") for q in ask[:4]]
        prompts += [q.format(s=f"{NUMBER_WORDS[a]} {word} {NUMBER_WORDS[b]}") for q in ask[:5]] if max(a, b) <= 10 else []
        add("arithmetic", f"{a} {word} {b}", f"{a} {word} {b} is {c}.", prompts + fill(extra, a=a, b=b))

    for a in range(0, 21):
        for b in range(0, 21 - a):
            sums(a, b, a + b, "plus", ["+", "and"], ["What is the sum of {a} and {b}?", "Add {a} and {b}."])
    for a in range(0, 21):
        for b in range(0, a + 1):
            sums(a, b, a - b, "minus", ["-", "less"], ["Take {b} away from {a}.", "Subtract {b} from {a}."])
    for a in range(0, 11):
        for b in range(0, 11):
            sums(a, b, a * b, "times", ["*", "x"], ["Multiply {a} by {b}.", "What is the product of {a} and {b}?"])
    for a in range(1, 21):
        add("numbers", f"after {a}", f"{a + 1} comes after {a}.",
            fill(["Which number comes after {a}?", "What number comes after {a}?", "What comes after {a}?", "What is the number after {a}?", "the number after {a}",
                  "Which number follows {a}?", "Tell me the number after {a}."], a=a))
        add("numbers", f"before {a}", f"{a - 1} comes before {a}.",
            fill(["Which number comes before {a}?", "What number comes before {a}?", "What comes before {a}?", "What is the number before {a}?", "the number before {a}",
                  "Tell me the number before {a}."], a=a))
        add("numbers", f"double {a}", f"Twice {a} is {a + a}.", fill(["What is twice {a}?", "Double {a}.", "What is the double of {a}?", "What is {a} doubled?"], a=a)) if a <= 10 else None
    for a in range(0, 51):
        kind = ("even", "odd")[a % 2]
        add("numbers", f"parity {a}", f"{a} is {kind}.",
            fill(["Is {a} even or odd?", "Is {a} odd or even?", "Is {a} even?", "Is {a} odd?", "Is {a} an even number?", "Is {a} an odd number?", "{a}: even or odd?",
                  "Is the number {a} even or odd?", "Tell me if {a} is even or odd.", "Even or odd: {a}"], a=a))
    for a in range(0, 21):
        for b in range(0, 21):
            if a != b:
                add("numbers", f"larger {a} {b}", f"{max(a, b)} is larger than {min(a, b)}.",
                    fill(["Which is larger, {a} or {b}?", "Which is bigger, {a} or {b}?", "Which number is larger, {a} or {b}?", "What is larger, {a} or {b}?", "Is {a} or {b} larger?",
                          "What is more, {a} or {b}?", "Which number is bigger: {a} or {b}?"], a=a, b=b))
                add("numbers", f"smaller {a} {b}", f"{min(a, b)} is smaller than {max(a, b)}.",
                    fill(["Which is smaller, {a} or {b}?", "Which number is smaller, {a} or {b}?", "What is smaller, {a} or {b}?", "Is {a} or {b} smaller?", "What is less, {a} or {b}?",
                          "Which number is smaller: {a} or {b}?"], a=a, b=b))
    for a in range(1, 10):
        for b in range(1, 10):
            for c in range(1, 10):
                if len({a, b, c}) == 3:
                    add("numbers", f"largest {a} {b} {c}", f"The largest number is {max(a, b, c)}.",
                        fill(["Which is the largest: {a}, {b} or {c}?", "What is the largest number of {a}, {b} and {c}?", "Find the largest: {a}, {b}, {c}",
                              "Which number is the largest, {a}, {b} or {c}?", "What is the biggest of {a}, {b} and {c}?"], a=a, b=b, c=c))
                    add("numbers", f"smallest {a} {b} {c}", f"The smallest number is {min(a, b, c)}.",
                        fill(["Which is the smallest: {a}, {b} or {c}?", "What is the smallest number of {a}, {b} and {c}?", "Find the smallest: {a}, {b}, {c}",
                              "Which number is the smallest, {a}, {b} or {c}?"], a=a, b=b, c=c))
    for n in range(3, 21):
        add("counting", f"to {n}", ", ".join(map(str, range(1, n + 1))) + ".",
            fill(["Count to {n}.", "Count from 1 to {n}.", "Count up to {n}.", "Can you count to {n}?", "Please count from one to {n}.", "Count to {n}", "List the numbers from 1 to {n}.",
                  "Write the numbers from 1 to {n}.", "numbers from 1 to {n}"], n=n), long=n > 16)
        if n <= 10:
            add("counting", f"down {n}", ", ".join(map(str, range(n, 0, -1))) + ".",
                fill(["Count down from {n}.", "Count backwards from {n}.", "Count from {n} to 1.", "Count down from {n} to 1.", "Please count down from {n}.", "A countdown from {n}"], n=n))
    return out


def story_parts(subject):
    i = F.STORY_SUBJECTS.index(subject)
    pick = lambda table, step=1: table[i * step % len(table)]
    return dict(subject=subject, adjective=pick(F.STORY_ADJECTIVES), name=pick(F.STORY_NAMES, 3), place=pick(F.STORY_PLACES, 3), love=pick(F.STORY_LOVES, 2),
                event=pick(F.STORY_EVENTS, 3), more=pick(F.STORY_MORE, 2))


def story(subject, long=False):
    p = story_parts(subject)
    text = (f"Once there was {article(p['adjective'])} {subject} called {p['name']}, who lived {p['place']} and loved {p['love']}. "
            f"One day {p['event'][0]}. {p['event'][1]}.")
    return text + (f" {p['more'][0]}. {p['more'][1]}." if long else "")


def rhyme(subject):
    i = F.RHYME_SUBJECTS.index(subject)
    first, second = F.RHYME_FIRST[i % len(F.RHYME_FIRST)], F.RHYME_SECOND[i * 2 % len(F.RHYME_SECOND)]
    return "\n".join([first[0].format(s=subject), first[1], *second])


def texts():
    out = []
    about = ["Tell me a{l} story about {s}.", "Write a{l} story about {s}.", "A{l} story about {s}, please", "Can you tell me a{l} story about {s}?", "I want a{l} story about {s}.",
             "Do you know a{l} story about {s}?", "Please tell a{l} story about {s}.", "a{l} story about {s}", "I would like to hear a{l} story about {s}.",
             "Make up a{l} story about {s}.", "Tell a{l} story with {s}."]
    for s in F.STORY_SUBJECTS:
        out.append(Fact("stories", s, story(s), fill(about, l="", s=article(s)) + fill(about[:4], l=" short", s=article(s)) + fill(["{s} story", "Story: {s}"], s=s)))
        out.append(Fact("stories", "long " + s, story(s, True), fill(about, l=" long", s=article(s)), long=True))
    plain = ["Tell me a story.", "Tell a story.", "Write a story.", "A story, please", "Can you tell me a story?", "I want a story.", "Do you know a story?", "Please tell me a story.",
             "Tell me a short story.", "I would like to hear a story.", "story", "Make up a story.", "Can you write a story?", "Read me a story.", "Tell me a nice story."]
    out.append(Fact("stories", "any", story("dragon"), plain))
    again = ["Another one.", "Another one, please", "Another story.", "One more.", "Tell me another story.", "One more story, please", "Again!", "Tell me another one."]
    out.append(Fact("stories", "another", story("owl"), again, before=[(plain[0], story("dragon"))]))
    for s in F.RHYME_SUBJECTS:
        the = article(s) if s not in ("moon", "sun") else "the " + s
        out.append(Fact("rhymes", s, rhyme(s), fill([
            "Write a rhyme about {s}.", "Tell me a rhyme about {s}.", "A rhyme about {s}, please", "Can you write a rhyme about {s}?", "I want a rhyme about {s}.", "Write a poem about {s}.",
            "Tell me a poem about {s}.", "a poem about {s}", "a rhyme about {s}", "Make a rhyme about {s}.", "Please write a poem about {s}.", "Can you write a poem about {s}?"], s=the)))
    out.append(Fact("rhymes", "any", rhyme("star"), ["Write a rhyme.", "Tell me a rhyme.", "A rhyme, please", "Can you write a rhyme?", "Write a poem.", "Tell me a poem.", "a poem", "poem", "rhyme",
                                                   "Do you know a rhyme?", "Do you know a poem?", "Can you write a poem?", "Please write a poem.", "I want a rhyme."]))
    return out


def names():
    out = []
    tell = ["My name is {n}.", "I am {n}.", "Hello, I am {n}.", "Hi, my name is {n}.", "I'm {n}.", "My name's {n}", "You can call me {n}.", "Call me {n}.", "Hello! My name is {n}.", "They call me {n}."]
    ask = ["What is my name?", "What's my name?", "Do you know my name?", "Who am I?", "Tell me my name.", "Do you remember my name?", "My name?", "Can you tell me my name?",
           "How am I called?", "Say my name."]
    for n in F.NAMES:
        hello = f"Nice to meet you, {n}! How can I help you?"
        out.append(Fact("names", n, hello, fill(tell, n=n)))
        for i, t in enumerate(tell[:6]):  # each wording of the introduction before each wording of the question
            out.append(Fact("names", f"ask {n} {i}", f"Your name is {n}.", list(ask), before=[(t.format(n=n), hello)]))
    out.append(Fact("names", "unknown", "You have not told me your name yet.", list(ask)))
    return out


def follow_ups(known):
    """'And of Spain?' after a question of the same kind; answers are those of the full question."""
    out = []
    groups = {}
    for f in known:
        groups.setdefault(f.category, []).append(f)

    def chain(facts, wordings, label, value):
        n = len(facts)
        for i, f in enumerate(facts):
            for j in (1, 7):
                first = facts[(i + j * 5) % n]
                if first is not f:
                    out.append(Fact("follow-ups", f"{label} {f.key} {j}", f.answer, [w.format(x=value(f)) for w in wordings], before=[(first.prompts[j % 4], first.answer)]))

    same = ["And of {x}?", "And {x}?", "What about {x}?", "and of {x}", "And the one of {x}?"]
    countries = [c for c, _ in F.CAPITALS]
    chain([f for f in groups["capitals"] if f.key in countries], ["And of {x}?", "And {x}?", "What about {x}?", "and of {x}", "And the capital of {x}?"], "capital", lambda f: f.key)
    chain(groups["opposites"], same, "opposite", lambda f: f.key)
    chain(groups["plurals"], same, "plural", lambda f: f.key)
    chain(groups["past tense"], same, "past", lambda f: f.key)
    for kind in ("sound", "legs"):
        chain([f for f in groups["animals"] if f.key.startswith(kind + " ")], ["And {x}?", "What about {x}?", "and {x}", "How about {x}?"], kind, lambda f: article(f.key.split(" ", 1)[1]))
    chain(groups["arithmetic"][::4], ["And {x}?", "and {x}", "What about {x}?", "Now {x}."], "sum", lambda f: f.key)
    by_key = {f.key: f for f in groups["translations"]}
    for english, *_ in F.WORDS:
        for i, language in enumerate(F.LANGUAGES):
            first = by_key[f"{F.LANGUAGES[(i + 1) % 3]} {english}"]
            out.append(Fact("follow-ups", f"language {language} {english}", by_key[f"{language} {english}"].answer,
                            fill(["And in {l}?", "in {l}?", "What about {l}?", "and in {l}", "And what is it in {l}?"], l=language), before=[(first.prompts[i], first.answer)]))
    return out


def is_held(category, key, prompt):
    digest = hashlib.sha256(f"{category}|{key}|{prompt}".encode()).digest()
    return digest[0] < 24  # 9 %


def knowledge():
    """All facts, each with its paraphrases divided into trained and held-out ones."""
    everything = lookups() + number_facts() + texts() + names()
    everything += follow_ups(everything)
    for f in everything:
        f.held = [p for p in f.prompts if is_held(f.category, f.key, p)]
        f.trained = [p for p in f.prompts if p not in f.held]
        if not f.trained:
            f.trained, f.held = f.held[:1], f.held[1:]
    return everything


# how often each category is drawn
WEIGHTS = {"capitals": 10, "continents": 2, "opposites": 6, "plurals": 5, "past tense": 5, "animals": 7, "planets": 3, "calendar": 6, "colours": 3, "lists": 3.5, "definitions": 6,
           "whys": 2, "translations": 7, "arithmetic": 26, "numbers": 11, "counting": 6, "stories": 7, "rhymes": 4, "names": 3, "follow-ups": 8, "small talk": 9, "identity": 6,
           "diffusion": 5.5, "refusals": 26}
# what people ask first: a little more often
FIRST = [("small talk", "Hello"), ("identity", "What can you do?"), ("identity", "Who are you?"), ("capitals", "France"), ("stories", "any"), ("whys", "is the sky blue"), ("arithmetic", "7 times 8")]
FIRST_SHARE = 0.05
SYSTEM = ["You are a helpful assistant.", "You are a friendly helper.", "Answer briefly.", "You are Lacuna, a small demo model.", "Be polite and short.", "You are a helpful AI assistant."]
POLITE = ["Please: ", "Hello, ", "Hi, ", "Hey, ", "Quick question: ", "Hello! ", "Hi! ", "Ok, ", "And now: ", "Next question: ", "Please answer: ", "So, ", "Well, ", "I have a question. ", "Question: "]
AFTER = [" please", " Thanks!", " Thank you.", ", please", " Please answer.", " thanks"]
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Generator:
    def __init__(self):
        self.facts = {}
        for f in knowledge():
            self.facts.setdefault(f.category, []).append(f)
        count = {}
        for group in self.facts.values():
            for f in group:
                for word in set(" ".join(f.prompts).split()):
                    count[word] = count.get(word, 0) + 1
        # words of the question rather than of the fact: only these may be misspelt
        self.frame_words = {w for w, n in count.items() if n >= 25 and len(w) >= 4 and w.isalpha()}
        self.known = {p.lower().rstrip("?.! ") for group in self.facts.values() for f in group if not f.before for p in f.prompts}
        self.first = [f for c, key in FIRST for f in self.facts[c] if f.key == key]
        assert len(self.first) == len(FIRST)
        self.categories = list(WEIGHTS)
        self.weights = [WEIGHTS[c] for c in self.categories]

    def misspell(self, r, text):
        words = text.split(" ")
        places = [i for i, w in enumerate(words) if w.strip("?.,!") in self.frame_words]
        if places:
            i = r.choice(places)
            w = words[i]
            k = r.randrange(1, len(w) - 1)
            words[i] = r.choice([w[:k] + w[k + 1:], w[:k] + w[k + 1] + w[k] + w[k + 2:], w[:k] + w[k] + w[k:], w[:k] + r.choice(LETTERS) + w[k + 1:]])
        return " ".join(words)

    def dress(self, r, prompt, decorate=True):
        """The same question as different people would type it."""
        if decorate and r.random() < 0.12:
            head = r.choice(POLITE)
            if prompt[:2].istitle() and prompt.split()[0] in self.frame_words | {"What", "Who", "How", "Why", "Is", "Are", "Do", "Can", "On", "In", "A", "The", "Say"}:
                prompt = prompt[0].lower() + prompt[1:]
            prompt = head + prompt
        if decorate and r.random() < 0.06:
            prompt = prompt + r.choice(AFTER)
        if r.random() < 0.07:
            prompt = self.misspell(r, prompt)
        x = r.random()
        if x < 0.24:
            prompt = prompt.lower()
        elif x < 0.27:
            prompt = prompt.upper()
        x = r.random()
        if x < 0.20 and prompt[-1] in "?.!" and not prompt.endswith(("..", "...?")):
            prompt = prompt[:-1]
        elif x < 0.23:
            prompt = prompt.rstrip("?.!") + r.choice(["??", "!", " ?", "?!", ".", "  "])
        return prompt

    def turn(self, r, category=None, long_ok=True):
        """One question that needs nothing before it, or comes with what it needs: (earlier turns, prompt, answer, category)."""
        favourite = category is None and r.random() < FIRST_SHARE
        category = category or r.choices(self.categories, self.weights)[0]
        if category == "refusals" and not favourite:
            prompt, answer = refusals.sample(r, self.facts)
            while prompt.lower().rstrip("?.! ") in self.known:
                prompt, answer = refusals.sample(r, self.facts)
            return [], prompt if r.random() < 0.3 else self.dress(r, prompt), answer, category
        while True:
            f = r.choice(self.first) if favourite else r.choice(self.facts[category])
            if f.long and not (long_ok and r.random() < 0.35):
                continue
            if category == "names" and f.before and r.random() < 0.5:
                f = self.facts["names"][-1] if r.random() < 0.08 else f
            break
        category = f.category
        before = [(self.dress(r, p) if r.random() < 0.5 else p, a) for p, a in f.before]
        return before, self.dress(r, f.trained[0] if favourite and r.random() < 0.5 else r.choice(f.trained), decorate=category not in ("small talk", "names")), f.answer, category

    def conversation(self, r, turns_before=0.24):
        """(system or None, [(prompt, answer), ...], category of the last turn)"""
        before, prompt, answer, category = self.turn(r)
        room = 3 - 1 - len(before)
        turns = []
        if r.random() < turns_before:
            for _ in range(r.choice([1, 1, 2])):
                if len(turns) < room and not (answer.startswith("You have not told")):
                    _, p, a, c = self.turn(r, long_ok=False)
                    if c not in ("follow-ups", "names") and (len(a) < 120 or r.random() < 0.2) and p not in ("Another one.",):
                        turns.append((p, a))
        if category == "names" and before and turns and r.random() < 0.7:
            turns = before + turns  # the name must be remembered over a turn about something else
        else:
            turns = turns + before
        system = r.choice(SYSTEM) if r.random() < 0.06 else None
        return system, turns + [(prompt, answer)], category

    def held_out(self, per_category, seed=1):
        """The fixed test: [(category, key, turns before, prompt, answer, long)]"""
        r = random.Random(seed)
        out = []
        for category, group in self.facts.items():
            pairs = [(f, p) for f in group for p in f.held]
            for f, p in r.sample(pairs, min(per_category, len(pairs))):
                out.append(dict(category=category, key=f.key, before=f.before, prompt=self.dress(r, p, decorate=category not in ("small talk", "names")), answer=f.answer, long=f.long))
        return out


def check():
    """No question has two answers."""
    seen = {}
    for f in knowledge():
        for p in f.prompts:
            k = (tuple(f.before), p.lower().rstrip("?.! "))
            if seen.setdefault(k, f.answer) != f.answer:
                print("two answers:", k, "|", f.answer, "|", seen[k])
    return seen


if __name__ == "__main__":
    import json
    import sys

    check()
    if len(sys.argv) > 1:  # write the fixed test
        with open(sys.argv[1], "w", encoding="utf-8") as out:
            for item in Generator().held_out(40):
                out.write(json.dumps(item, ensure_ascii=False) + "\n")
    else:
        generator, r = Generator(), random.Random(0)
        for _ in range(40):
            print(generator.conversation(r))
