import type { Talk } from "./talk";

export const board: Talk = {
  "second half": [
    "Numbers for the first half: 8 % above last year, mostly the cycling sheets.",
    "And costs?",
    "Paper plus 11 %, rent the same, everything else as planned.",
    "So we can keep the price of the harbour sheet.",
    "I'd keep it, and raise the wall maps by two euros.",
    "Agreed. They haven't changed since 2021.",
    "Shall we look for someone for the archive? Half of it isn't scanned.",
    "Two days a week would do. I'll write down what the work is.",
    "Please share it here before Friday, then we decide on Monday.",
    "It's in the folder. One page, and I was strict with myself.",
    "Read it. Yes from me.",
    "Yes from me too.",
  ],
  roof: [
    "The roof over the print shop: the offer is 14,200, they'd begin in September.",
    "Is there a second one?",
    "Asked two more, one has answered: 13,900, but not before November.",
    "It rains in October.",
    "It does, every year.",
    "Then the first. The difference is less than one wet pallet of paper.",
    "Signed. They want the yard empty in the first week.",
  ],
};

export const surprise: Talk = {
  "ten years": [
    "Noor has been with us for ten years on the 28th. What do we do?",
    "A map, obviously.",
    "Of what?",
    "Of everything she has drawn here: every sheet at its place, tiny.",
    "That's 64 sheets. I love it.",
    "I can have it on the good paper if I get it by the 20th.",
    "The title could be *Noorderzee*.",
    "Brilliant. And terrible. Brilliant.",
    "Who keeps her away from the print shop on the 21st?",
    "I'll ask for her opinion about the greens. That takes a day.",
    "Cake: I order the one with almonds.",
    "Nobody mentions it in `general`, please. Looking at you, Jonas.",
    "I was going to say nothing!",
  ],
};
