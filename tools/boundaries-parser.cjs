const swc = require('@swc/core')

/**
 * dependency-cruiser has no own parser for TypeScript; with TypeScript 7, which has no JavaScript API,
 * swc is the one it can use. This wrapper adds two things that dependency-cruiser lacks:
 * `.tsx` files are parsed as such, and type-only imports are distinguished. It has no dependency type
 * for these with swc, so they are presented as `import x = require(…)`, a form that this project does not allow
 * (`erasableSyntaxOnly`) and whose dependency type, `import-equals`, is therefore unused.
 *
 * @typedef {{ type: string, span: object, source?: object, typeOnly?: boolean, specifiers?: { isTypeOnly?: boolean }[] }} Node
 * @typedef {(file: string, options: object) => { body: Node[] }} Parse
 */
const parser = /** @type {{ parseFileSync: Parse }} */ (/** @type {unknown} */ (swc))
const parseFileSync = parser.parseFileSync

parser.parseFileSync = (file, options) => {
  const ast = parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') })
  return { ...ast, body: ast.body.map((node) => (typesAlone(node) ? asImportEquals(node) : node)) }
}

/** @param {Node} node */
function typesAlone({ source, typeOnly, specifiers = [] }) {
  if (!source) return false
  return typeOnly || (specifiers.length > 0 && specifiers.every(({ isTypeOnly }) => isTypeOnly))
}

/** @param {Node} node */
const asImportEquals = ({ span, source }) => ({
  type: 'TsImportEqualsDeclaration',
  span,
  isExport: false,
  isTypeOnly: true,
  id: { type: 'Identifier', span, value: 'types', optional: false },
  moduleRef: { type: 'TsExternalModuleReference', span, expression: source },
})
