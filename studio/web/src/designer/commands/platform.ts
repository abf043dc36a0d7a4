/** Whether the browser runs on a Mac, where the command key takes the place of control. */
export const isMac: boolean = /Mac|iPhone|iPad/u.test(navigator.userAgent);
