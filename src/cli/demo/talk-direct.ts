import type { Who } from "./people";

interface DirectTalk {
  /** They alternate, starting with the first. */
  readonly between: readonly [Who, Who, ...Who[]];
  readonly lines: readonly string[];
}

export const directTalks: readonly DirectTalk[] = [
  {
    between: ["amara", "demo"],
    lines: [
      "Hi! Do you have a minute for the offer of the paper mill?",
      "Sure, send it over.",
      "It's in the folder. Page two is the one that matters.",
      "Read it. They want us to take four pallets at once, we have room for two.",
      "That's what I thought. I'll ask for two deliveries.",
      "Good. And ask who pays for the second lorry :)",
      "They do. I asked nicely.",
    ],
  },
  {
    between: ["farah", "bruno"],
    lines: [
      "Can you take my week on call? I'm at my sister's.",
      "Sure. The week of the 12th?",
      "Yes. It has been quiet, touch wood.",
      "Is the phone at the office?",
      "In the top drawer, charged. The code is the scale of the harbour sheet.",
      "Of course it is. Enjoy!",
    ],
  },
  {
    between: ["keira", "emil"],
    lines: [
      "Which boots do you wear out there? Mine gave up after one week.",
      "Fisherman's ones from the shop at the lock. Ugly, dry.",
      "Ugly and dry sounds right.",
      "Say that you're with us, they give ten per cent.",
      "They gave fifteen! They know you.",
      "I leave a lot of boots in the mud.",
    ],
  },
  {
    between: ["chiyo", "noor"],
    lines: [
      "Could I borrow your pen with the 0.1 tip?",
      "It's on my desk in the blue jar. Don't press!",
      "I never press.",
      "You press when you draw churches.",
      "... I press when I draw churches.",
      "Everyone does. It's the towers.",
    ],
  },
  {
    between: ["demo", "farah"],
    lines: [
      "Is the disk of the tile server full again? The page says 91 %.",
      "Old caches. I'm cleaning up, give me ten minutes.",
      "No hurry, I was only curious.",
      "Down to 54 %. I've made it a weekly job, so nobody has to be curious.",
      "Thank you!",
    ],
  },
  {
    between: ["hanneke", "jonas"],
    lines: [
      "You left your lunch on the folding machine.",
      "I know. It's warm there.",
      "It's folded now.",
      "...",
      "Twice across and then like an accordion.",
      "As it says inside the cover.",
    ],
  },
  {
    between: ["ines", "goran", "emil"],
    lines: [
      "Who takes the car tomorrow?",
      "I'd need it from two.",
      "I only want it in the morning, back by one.",
      "Perfect. Keys on the hook, tank at least half please.",
      "Tank is full, the seat is wet. Don't ask.",
      "North shore?",
      "North shore.",
    ],
  },
  {
    between: ["dalia", "chiyo", "demo"],
    lines: [
      "The three proofs of the cover are on the table. Please choose without talking to each other.",
      "B.",
      "B.",
      "That was quick. B it is. Was there any reason?",
      "The lighthouse on A looks at me.",
      "C is too polite.",
    ],
  },
];
