import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import type { PasswordStrength } from "../../application/ports/login/password-strength";

const load = async (): Promise<ZxcvbnFactory> => {
  const [core, common, english] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-en"),
  ]);
  return new core.ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  });
};

let loading: Promise<ZxcvbnFactory> | undefined;

/** Estimates guesses with zxcvbn in the calling thread. Its word lists are loaded when the first password is chosen. */
export const zxcvbnStrength: PasswordStrength = {
  guessesFor: async (password, known) => {
    loading ??= load();
    return (await loading).check(password, [...known]).guesses;
  },
};
