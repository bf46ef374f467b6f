const swc = require('@swc/core')

/**
 * dependency-cruiser has no parser of its own for TypeScript; with TypeScript 7, which has no JavaScript API,
 * swc is the one it can use. Two things that it leaves out are put in here, where its call passes through:
 * `.tsx` files are read as such, and an import of types alone is told apart from one that runs. It has no word
 * for the latter with swc, so it is shown as `import x = require(…)`, a form that this project does not allow
 * (`erasableSyntaxOnly`) and whose dependency type, `import-equals`, is therefore free.
 */
const parseFileSync = swc.parseFileSync

swc.parseFileSync = (file, options) => {
  const ast = parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') })
  return { ...ast, body: ast.body.map((node) => (typesAlone(node) ? asImportEquals(node) : node)) }
}

function typesAlone(node) {
  if (!node.source) return false
  if (node.typeOnly) return true
  return node.specifiers?.length > 0 && node.specifiers.every((specifier) => specifier.isTypeOnly)
}

const asImportEquals = (node) => ({
  type: 'TsImportEqualsDeclaration',
  span: node.span,
  isExport: false,
  isTypeOnly: true,
  id: { type: 'Identifier', span: node.span, value: 'types', optional: false },
  moduleRef: { type: 'TsExternalModuleReference', span: node.span, expression: node.source },
})
