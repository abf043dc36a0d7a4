/** What an icon means is seen with the keyboard, too. */
export const tooltipEvents = { hover: true, focus: true, touch: false };
