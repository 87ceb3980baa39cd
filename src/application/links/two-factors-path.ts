/** The page where users manage their second factors. */
export const twoFactorsPath = "/account/two-factors";
