const en = {
  "odds.title": "Odds",
  "odds.about": "What any attack may come to: exact, and reckoned by the very rules the program plays by.",
  "odds.what": "What is rolled for",
  "odds.usual": "As usual again",
  "odds.dice": { one: "{n} die", other: "{n} dice" },
  "odds.total": "Total",
  "odds.mean": "{n} on average",
  "odds.result": "Result",
  "odds.chance": "Chance",
  "odds.exactly": "Exactly",
  "odds.also": "What may follow",
  "odds.asked": "What it depends on",
};

const de: typeof en = {
  "odds.title": "Wahrscheinlichkeiten",
  "odds.about":
    "Was bei einem Angriff herauskommen kann: genau, und nach denselben Regeln berechnet, nach denen das Programm spielt.",
  "odds.what": "Wofür gewürfelt wird",
  "odds.usual": "Wieder wie üblich",
  "odds.dice": { one: "{n} Würfel", other: "{n} Würfel" },
  "odds.total": "Summe",
  "odds.mean": "im Mittel {n}",
  "odds.result": "Ergebnis",
  "odds.chance": "Chance",
  "odds.exactly": "Genau",
  "odds.also": "Was folgen kann",
  "odds.asked": "Wovon es abhängt",
};

export default { en, de };
