// Writes a name in the form of a part of a URL: "Linen & Wool Apron" becomes linen-wool-apron.
export const dashed = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F'’]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
