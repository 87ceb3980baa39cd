/** Far deeper than any document of the API, and far from the depth at which writing JSON fails. */
const deepest = 500;

const [quote, backslash] = ['"', "\\"];

/** How often the character occurs. Stops counting above `deepest`. */
const countOf = (character: string, json: string): number => {
  let count = 0;
  for (let at = json.indexOf(character); at >= 0 && count <= deepest; at = json.indexOf(character, at + 1))
    count += 1;
  return count;
};

/** Whether lists and objects in a JSON text are nested so deeply that only an attacker writes them. */
export const isTooDeep = (json: string): boolean => {
  // Few documents need a closer look: even a list of ten thousand ids has just one opening bracket.
  if (countOf("[", json) + countOf("{", json) <= deepest) return false;
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === quote) isInText = !isInText;
    else if (isInText) at += character === backslash ? 1 : 0;
    else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
};
