require("./swc-register.cjs");
module.exports = require("./database-setup.ts").default;
