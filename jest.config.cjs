/** Four levels, one command. `--selectProjects domain application` is the fast loop. */
const level = (displayName, more = {}) => ({
  displayName,
  testMatch: [`<rootDir>/tests/${displayName}/**/*.test.ts`],
  transform: { "^.+\\.ts$": ["@swc/jest", { jsc: { target: "es2023", parser: { syntax: "typescript" } }, module: { type: "commonjs" } }] },
  testEnvironment: "node",
  ...more,
});

module.exports = {
  projects: [level("domain"), level("application"), level("contract"), level("http"), level("acceptance")],
};
