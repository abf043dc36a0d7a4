/** Words about font files that are added to a template. */
export const uploadedFontWords = {
  added: (families: readonly string[]) =>
    `${families.join(', ')} ${families.length === 1 ? 'is a font' : 'are fonts'} of this template now.`,
  /** By what the file says that its licence allows. */
  licence: {
    INSTALLABLE: null,
    EDITABLE: null,
    PREVIEW: 'Its licence allows it in PDFs that are read and printed, not in ones that are edited.',
    RESTRICTED:
      'Its licence does not allow it in PDFs without the permission of its owner. Ask before you publish.',
  },
} as const;
