import Handlebars from 'handlebars'

/** A text as HTML shows it, escaped the way that the templates escape their values. */
export const escapeHtml = (text: string): string => Handlebars.escapeExpression(text)
