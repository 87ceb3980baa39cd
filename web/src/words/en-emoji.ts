/** Text of the emoji picker, loaded along with it. */
export const emojiWords = {
  categories: "Emoji categories",
  sections: {
    frequent: "Frequently used",
    smileys: "Smileys and emotion",
    people: "People and body",
    nature: "Animals and nature",
    food: "Food and drink",
    travel: "Travel and places",
    activities: "Activities",
    objects: "Objects",
    symbols: "Symbols",
    flags: "Flags",
    custom: "Custom",
  },
};
