const en = {
  "rules.title": "Rules",
  "rules.open_rule": "Rule {rule}",
  "rules.rules": "Rules",
  "rules.chapters": "Chapters",
  "rules.glossary": "Glossary",
  "rules.search": "Search the rules",
  "rules.found": { one: "{n} rule", other: "{n} rules" },
  "rules.results": "What was found",
  "rules.nothing": "Nothing found. Fewer or other words may help.",
  "rules.more": {
    one: "and {n} more; another word narrows it down",
    other: "and {n} more; another word narrows it down",
  },
  "rules.option": "Can be switched",
  "rules.decision": "What this decision means",
  "rules.own_page": "The whole rulebook in a page of its own",
  "rules.own_words":
    "The rules are told in our own words and numbered by us; they are the ones the program plays by.",
  "rules.previous": "The rule before",
  "rules.next": "The next rule",
  "rules.in_book": "Read it in the rulebook",
  "rules.unknown": "There is no rule {rule} in this rulebook.",
};

const de: typeof en = {
  "rules.title": "Regeln",
  "rules.open_rule": "Regel {rule}",
  "rules.rules": "Regeln",
  "rules.chapters": "Kapitel",
  "rules.glossary": "Begriffe",
  "rules.search": "In den Regeln suchen",
  "rules.found": { one: "{n} Regel", other: "{n} Regeln" },
  "rules.results": "Gefunden",
  "rules.nothing": "Nichts gefunden. Weniger oder andere Wörter helfen vielleicht.",
  "rules.more": {
    one: "und {n} weitere; ein Wort mehr engt es ein",
    other: "und {n} weitere; ein Wort mehr engt es ein",
  },
  "rules.option": "Umschaltbar",
  "rules.decision": "Was diese Entscheidung bedeutet",
  "rules.own_page": "Das ganze Regelbuch auf einer eigenen Seite",
  "rules.own_words":
    "Die Regeln sind in eigenen Worten erzählt und selbst nummeriert; nach ihnen spielt das Programm.",
  "rules.previous": "Die Regel davor",
  "rules.next": "Die nächste Regel",
  "rules.in_book": "Im Regelbuch lesen",
  "rules.unknown": "Eine Regel {rule} gibt es in diesem Regelbuch nicht.",
};

export default { en, de };
