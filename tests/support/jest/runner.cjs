const circus = require("jest-circus/runner").default;

/** Reports a file when it is done. Jest would report each test while it runs too, which takes longer than most tests. */
module.exports = (globalConfig, config, environment, runtime, testPath) =>
  circus(globalConfig, config, environment, runtime, testPath);
