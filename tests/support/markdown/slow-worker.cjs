// A worker thread that never finishes one of its renderings.
module.exports = ({ source }) => {
  while (source === "*endless*");
  return { html: source };
};
