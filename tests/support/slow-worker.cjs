// A thread that never ends one of its renderings.
module.exports = ({ source }) => {
  while (source === "*endless*");
  return { html: source };
};
