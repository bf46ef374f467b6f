/**
 * Replaces Stripe.js where js.stripe.com cannot be reached: one field in place of the Payment Element, and
 * confirmations that go to the sandbox with one of Stripe's predefined payment methods.
 */
export const stripeStandIn = `
window.Stripe = (key) => {
  const ask = async (secret, path, init) => {
    const id = secret.split('_secret_')[0]
    const query = new URLSearchParams({ key, client_secret: secret })
    const body = init && new URLSearchParams({ key, client_secret: secret, ...init })
    const url = '/payment-sandbox/v1/payment_intents/' + id + path + (body ? '' : '?' + query)
    const answer = await (await fetch(url, body ? { method: 'POST', body } : {})).json()
    return answer.error ? { error: answer.error } : { paymentIntent: answer }
  }
  const unused = () => { throw new Error('not stood in for') }
  return {
    elements: ({ clientSecret, appearance }) => {
      const listeners = {}
      const element = {
        on: (name, listener) => { listeners[name] = listener; return element },
        off: () => element,
        once: () => element,
        update() {},
        unmount() {},
        destroy() {},
        mount(node) {
          const field = document.createElement('input')
          field.setAttribute('aria-label', 'Payment Element ' + appearance.theme)
          field.oninput = () => listeners.change?.({ empty: !field.value, complete: true })
          node.append(field)
          element.field = field
          setTimeout(() => listeners.ready?.(element))
        },
      }
      return {
        clientSecret,
        element,
        create: (type, options) => { element.options = options; return element },
        getElement: () => element,
        update() {},
      }
    },
    confirmPayment: ({ elements, confirmParams, redirect }) =>
      redirect === 'if_required' && elements.element.options.paymentMethodOrder.join() === 'card,apple_pay,google_pay'
        ? ask(elements.clientSecret, '/confirm', {
            payment_method: elements.element.field.value,
            return_url: confirmParams.return_url,
          })
        : unused(),
    retrievePaymentIntent: (secret) => ask(secret, ''),
    handleNextAction: unused,
    confirmSetup: unused,
    createToken: unused,
    createPaymentMethod: unused,
    confirmCardPayment: unused,
  }
}
window.Stripe.version = 'endive'
`
