const en = {
  "shell.skip": "Skip to the content",
  "shell.nav": "Main pages",
  "shell.nav_play": "Play",
  "shell.nav_rules": "Rules",
  "shell.nav_help": "Help",
  "shell.language": "Language",
  "shell.other_language": "Seite auf Deutsch zeigen",
  "shell.to_light": "Light colours",
  "shell.to_dark": "Dark colours",
  "shell.settings": "Settings",
  "shell.account": "Account",
  "shell.close": "Close",
  "shell.loading": "One moment …",
  "shell.retry": "Try again",
  "shell.to_lobby": "To the lobby",
  "shell.copied": "Copied.",
  "shell.copy_details": "Copy details",
  "shell.unexpected": "This should not have happened.",
  "shell.unexpected_note": "Your games are safe on the server. The details help to find the fault.",
  "shell.failed_note": "Nothing is lost. Try again, or go back to the lobby.",
  "shell.offline": "The server cannot be reached.",
  "shell.slow": "The server takes too long to answer.",
  "shell.trouble": "The server answered with error {status}.",
  "shell.theme": "Colours",
  "shell.theme_system": "As the system",
  "shell.theme_light": "Light",
  "shell.theme_dark": "Dark",
  "shell.speed": "Dice and moves",
  "shell.speed_full": "Shown in full",
  "shell.speed_short": "Short",
  "shell.speed_off": "Off",
  "shell.initials": "Initials on counters",
  "shell.initials_note": "A letter tells the sides apart where colours will not do.",
  "shell.strong_lines": "Strong lines",
  "shell.strong_lines_note": "Thicker marks on a paler ground.",
  "shell.cell_numbers": "Hex numbers",
  "shell.cell_numbers_note": "Show what each field is called.",
  "shell.name": "Your name at the table",
  "shell.name_note": "Taken for new tables; others see it.",
  "shell.not_found": "There is nothing at this address.",
  "shell.not_found_note": "Perhaps a link was cut off when it was copied.",
  "shell.login": "Log in",
  "shell.register": "New account",
  "shell.logout": "Log out",
  "shell.account_why": "No account is needed to play. With one, your games are found again on every device.",
  "shell.account_keeps":
    "Your games are kept with this account. They are in the lobby on every device on which you log in.",
  "shell.account_name": "Name",
  "shell.password": "Password",
  "shell.password_note":
    "At least {n} characters. There is no way to get a lost one back without the server's administrator.",
  "shell.name_short": "The name needs at least two letters.",
  "shell.password_short": "The password needs at least {n} characters.",
  "shell.mail": "Mail address",
  "shell.mail_note": "Only to be told when it is your turn in a game over days. Leave it empty for no mail.",
  "shell.mail_language": "Language of the mail",
  "shell.save": "Save",
  "shell.saved": "Saved.",
  "shell.help_play": "How to play",
  "shell.help_friends": "With others",
  "shell.help_keys": "Keys",
  "shell.help_dice": "Why the dice can be trusted",
  "shell.help_about": "About Walstatt",
  "shell.play_1":
    "The sentence below the board says what is to be decided. Everything that can be chosen is marked.",
  "shell.play_2":
    "Choose a unit, then where it goes or what it fires at. Teal is where it can go, orange what it can hit, violet what stops it, gold what you hold.",
  "shell.play_3":
    "Point at something, or hold a finger on it, to see what would happen: the dice with every reason and its rule, and the exact odds. If something is not possible, the reason is said.",
  "shell.play_4":
    "Everything can be taken back until dice fall or something hidden is seen. What cannot be taken back is asked for once more.",
  "shell.play_5": "Each small number such as CCN-8.4.1 is a rule. Touch it to read it.",
  "shell.friends_1":
    "A seat belongs to whoever has its link. Send the link to your friend, and keep yours: the page address is the key to your seat.",
  "shell.friends_2":
    "The game can be left at any time. Every move is safe on the server as soon as it has been made; what happened meanwhile can be replayed from your last move on.",
  "shell.friends_3": "Two at one screen: the board asks to hand over before it shows the other hand.",
  "shell.dice_intro":
    "Nobody can choose the dice or know them beforehand, not even the server. And after the game everybody can check that.",
  "shell.dice_1":
    "Before the first roll the server thinks of a secret key and publishes its fingerprint, the commitment. It can no longer change the key without being found out.",
  "shell.dice_2":
    "Each player's browser adds a random number of its own, the nonce. So the server cannot have picked a key that favours somebody.",
  "shell.dice_3": "All dice follow from the key and the nonces together.",
  "shell.dice_4": "After the end the key is published. Whoever has it can work out every roll again.",
  "shell.dice_check":
    "To check a finished game, save it as a file and let it be played again. Every roll and every position is worked out anew and compared:",
  "shell.dice_file": "game.save",
  "shell.dice_luck":
    "The replay also shows how lucky each side was: what the dice gave, and what was to be expected.",
  "shell.about_1":
    "Walstatt (old German: the field of battle) plays complete wargames with every rule enforced and explained.",
  "shell.about_2":
    "It is free software under the MIT licence. The rules are told in our own words; pictures and symbols are drawn by the program itself.",
  "shell.about_3":
    "Walstatt is not affiliated with the publishers of the games. Their names belong to their owners. Whoever enjoys a game here should buy it.",
  "shell.about_api": "For programmers: the description of the interface (OpenAPI)",
};

const de: typeof en = {
  "shell.skip": "Zum Inhalt springen",
  "shell.nav": "Hauptseiten",
  "shell.nav_play": "Spielen",
  "shell.nav_rules": "Regeln",
  "shell.nav_help": "Hilfe",
  "shell.language": "Sprache",
  "shell.other_language": "Show this page in English",
  "shell.to_light": "Helle Farben",
  "shell.to_dark": "Dunkle Farben",
  "shell.settings": "Einstellungen",
  "shell.account": "Konto",
  "shell.close": "Schließen",
  "shell.loading": "Einen Augenblick …",
  "shell.retry": "Noch einmal versuchen",
  "shell.to_lobby": "Zur Übersicht",
  "shell.copied": "Kopiert.",
  "shell.copy_details": "Einzelheiten kopieren",
  "shell.unexpected": "Das hätte nicht geschehen dürfen.",
  "shell.unexpected_note":
    "Die Partien liegen sicher auf dem Server. Die Einzelheiten helfen, den Fehler zu finden.",
  "shell.failed_note": "Es ist nichts verloren. Noch einmal versuchen oder zurück zur Übersicht gehen.",
  "shell.offline": "Der Server ist nicht zu erreichen.",
  "shell.slow": "Der Server braucht zu lange für seine Antwort.",
  "shell.trouble": "Der Server meldet den Fehler {status}.",
  "shell.theme": "Farben",
  "shell.theme_system": "Wie das System",
  "shell.theme_light": "Hell",
  "shell.theme_dark": "Dunkel",
  "shell.speed": "Würfel und Züge",
  "shell.speed_full": "Ganz zeigen",
  "shell.speed_short": "Kurz",
  "shell.speed_off": "Aus",
  "shell.initials": "Buchstaben auf den Steinen",
  "shell.initials_note": "Ein Buchstabe unterscheidet die Seiten, wo Farben nicht genügen.",
  "shell.strong_lines": "Kräftige Linien",
  "shell.strong_lines_note": "Dickere Zeichen auf blasserem Grund.",
  "shell.cell_numbers": "Feldnummern",
  "shell.cell_numbers_note": "Zeigt, wie jedes Feld heißt.",
  "shell.name": "Name am Tisch",
  "shell.name_note": "Gilt für neue Tische; andere sehen ihn.",
  "shell.not_found": "Unter dieser Adresse ist nichts.",
  "shell.not_found_note": "Vielleicht wurde ein Link beim Kopieren abgeschnitten.",
  "shell.login": "Anmelden",
  "shell.register": "Neues Konto",
  "shell.logout": "Abmelden",
  "shell.account_why":
    "Zum Spielen ist kein Konto nötig. Mit einem Konto sind die eigenen Partien auf jedem Gerät wieder da.",
  "shell.account_keeps":
    "Die Partien sind in diesem Konto aufgehoben. Nach der Anmeldung stehen sie auf jedem Gerät in der Übersicht.",
  "shell.account_name": "Name",
  "shell.password": "Passwort",
  "shell.password_note":
    "Mindestens {n} Zeichen. Ein verlorenes Passwort kann nur die Verwaltung des Servers ersetzen.",
  "shell.name_short": "Der Name braucht mindestens zwei Buchstaben.",
  "shell.password_short": "Das Passwort braucht mindestens {n} Zeichen.",
  "shell.mail": "Mailadresse",
  "shell.mail_note":
    "Nur für die Nachricht, dass man in einer Partie über Tage am Zug ist. Leer lassen, wenn keine Mail kommen soll.",
  "shell.mail_language": "Sprache der Mail",
  "shell.save": "Sichern",
  "shell.saved": "Gesichert.",
  "shell.help_play": "So wird gespielt",
  "shell.help_friends": "Mit anderen",
  "shell.help_keys": "Tasten",
  "shell.help_dice": "Warum man den Würfeln trauen kann",
  "shell.help_about": "Über Walstatt",
  "shell.play_1":
    "Der Satz unter dem Spielfeld sagt, was zu entscheiden ist. Alles, was sich wählen lässt, ist gekennzeichnet.",
  "shell.play_2":
    "Erst eine Einheit wählen, dann das Ziel ihrer Bewegung oder ihres Feuers. Türkis: wohin sie kann; orange: was sie treffen kann; violett: was sie aufhält; golden: was gerade in der Hand ist.",
  "shell.play_3":
    "Auf etwas zeigen oder den Finger darauf halten, und es ist zu sehen, was geschähe: die Würfel mit jedem Grund und seiner Regel und die genauen Chancen. Geht etwas nicht, wird der Grund genannt.",
  "shell.play_4":
    "Alles lässt sich zurücknehmen, bis Würfel fallen oder Verdecktes gesehen wird. Vor dem, was sich nicht zurücknehmen lässt, wird noch einmal gefragt.",
  "shell.play_5": "Jede kleine Nummer wie CCN-8.4.1 ist eine Regel. Antippen, um sie zu lesen.",
  "shell.friends_1":
    "Ein Platz gehört dem, der seinen Link hat. Den einen Link verschicken und den eigenen behalten: Die Adresse der Seite ist der Schlüssel zum Platz.",
  "shell.friends_2":
    "Die Partie lässt sich jederzeit verlassen. Jeder Zug ist sicher auf dem Server, sobald er gemacht ist; was inzwischen geschah, lässt sich ab dem eigenen letzten Zug nachspielen.",
  "shell.friends_3":
    "Zu zweit an einem Bildschirm: Vor dem Zeigen der anderen Hand bittet das Spiel um die Übergabe.",
  "shell.dice_intro":
    "Niemand kann die Würfel bestimmen oder vorher kennen, auch der Server nicht. Und nach der Partie können alle das nachprüfen.",
  "shell.dice_1":
    "Vor dem ersten Wurf denkt sich der Server einen geheimen Schlüssel aus und veröffentlicht dessen Fingerabdruck, die Festlegung. Von da an kann er den Schlüssel nicht mehr unbemerkt ändern.",
  "shell.dice_2":
    "Der Browser jedes Spielers gibt eine eigene Zufallszahl dazu, die Nonce. Der Server kann also keinen Schlüssel gewählt haben, der jemanden bevorzugt.",
  "shell.dice_3": "Aus Schlüssel und Noncen zusammen folgen alle Würfe.",
  "shell.dice_4":
    "Nach dem Ende wird der Schlüssel veröffentlicht. Wer ihn hat, kann jeden Wurf nachrechnen.",
  "shell.dice_check":
    "Um eine beendete Partie zu prüfen, sie als Datei sichern und noch einmal spielen lassen. Jeder Wurf und jede Stellung wird neu berechnet und verglichen:",
  "shell.dice_file": "partie.save",
  "shell.dice_luck":
    "Beim Nachspielen steht auch, wie viel Glück jede Seite hatte: was die Würfel gaben und was zu erwarten war.",
  "shell.about_1":
    "Walstatt (altes Wort für das Schlachtfeld) spielt vollständige Konfliktsimulationen, erzwingt jede Regel und erklärt sie.",
  "shell.about_2":
    "Es ist freie Software unter der MIT-Lizenz. Die Regeln sind in eigenen Worten erzählt; Bilder und Zeichen malt das Programm selbst.",
  "shell.about_3":
    "Walstatt hat mit den Verlagen der Spiele nichts zu tun. Deren Namen gehören ihren Inhabern. Wem ein Spiel hier gefällt, der sollte es kaufen.",
  "shell.about_api": "Für Programmierer: die Beschreibung der Schnittstelle (OpenAPI)",
};

export default { en, de };
