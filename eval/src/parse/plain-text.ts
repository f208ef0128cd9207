/**
 * The text that Markdown shows, for comparing it with a text that has no marks: headings, table bars, list signs, links, comments and
 * entities become what a reader sees. Quotes and dashes are made plain, leaders of a table of contents short, white space single.
 */
export function plainOfMarkdown(markdown: string): string {
  return plainText(
    markdown
      .replace(/<!--.*?-->/gs, ' ')
      .replace(/^\|(?:\s*:?-+:?\s*\|)+\s*$/gm, ' ')
      .replace(/^```.*$/gm, ' ')
      .replace(/^\s*#{1,6}\s+/gm, '')
      .replace(/^\s*[-*]\s+(?:\[[ x]\]\s*)?/gm, '')
      .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
      .replace(/^\s*\|(.*)\|\s*$/gm, (_, cells: string) => cells.replaceAll('|', ' '))
      .replace(/\*\*|\$\$/g, '')
      .replace(/\\([_*#|<>[\]])/g, '$1')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&amp;/g, '&'),
  )
}

/** Both sides of a comparison go through this, so that only what was read differs, not how a program writes it. */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\u00ad\u0640]/g, '')
    .replace(/[‘’‚‛′]/g, "'")
    .replace(/[“”„‟″]/g, '"')
    .replace(/[‐-―−]/g, '-')
    .replace(/[•●▪■◦‣·∙\uf0b7]/g, ' ')
    .replace(/(?:\s*\.){3,}/g, ' ')
    .replace(/\s+([.,;:)\]])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}
