require("../swc-register.cjs");
module.exports = require("../global-setup.ts").teardown;
