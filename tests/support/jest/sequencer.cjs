const { default: Sequencer } = require("@jest/test-sequencer");

/**
 * Starts the files that take longest first, so that none of them runs alone at the end. Jest knows what files took from
 * earlier runs; on a new clone it goes by their sizes, which says nothing about the files of the level `long`.
 */
module.exports = class extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    const isLong = ({ context }) => context.config.displayName?.name === "long";
    return [...sorted.filter(isLong), ...sorted.filter((one) => !isLong(one))];
  }
};
