/**
 * The ribbon on every page while cards are charged in the built-in sandbox (decision 18). The server adds it to the
 * page; it is not part of the app, so a facility that takes real cards downloads nothing for it.
 */
export const testPaymentsBanner = (
  nonce: string,
): string => `<aside class="test-payments" aria-label="Test payments">
      <style nonce="${nonce}">
        .test-payments { padding: 0.25rem 1rem; background: #ffd23f; color: #101d33; text-align: center;
          font: 600 0.8125rem/1.4 Inter, system-ui, sans-serif; }
        @media print { .test-payments { display: none; } }
      </style>
      Test payments: no real card is charged.
    </aside>`
