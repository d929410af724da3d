import { z } from 'zod';
import { given, onSession } from './operation.ts';

const input = z.strictObject({
  viewport: z
    .strictObject({ width: z.number().int().min(1).max(10_000), height: z.number().int().min(1).max(10_000) })
    .optional(),
  device: z.string().max(100).optional().describe("One of Playwright's devices. The page is loaded again."),
  geolocation: z
    .strictObject({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      accuracy: z.number().min(0).optional(),
    })
    .nullable()
    .optional(),
  offline: z.boolean().optional(),
  headers: z.record(z.string(), z.string()).optional().describe('Sent with every request.'),
  credentials: z.strictObject({ username: z.string(), password: z.string() }).nullable().optional(),
  colorScheme: z.enum(['light', 'dark', 'no-preference']).nullable().optional(),
  reducedMotion: z.enum(['reduce', 'no-preference']).nullable().optional(),
  media: z.enum(['screen', 'print']).nullable().optional(),
});

export const SETTING_OPERATIONS = {
  configure: onSession(
    input,
    async ({ input, session }) => {
      const { viewport, device, geolocation, offline, headers, credentials, ...shown } = input;
      if (device !== undefined) await session.run((one) => one.reconfigure({ device }));
      await session.run(async ({ context, page }) => {
        if (viewport) await page.setViewportSize(viewport);
        if (geolocation !== undefined) {
          if (geolocation) await context.grantPermissions(['geolocation']);
          await context.setGeolocation(geolocation && ({ accuracy: 0, ...given(geolocation) } as never));
        }
        if (offline !== undefined) await context.setOffline(offline);
        if (headers !== undefined) await context.setExtraHTTPHeaders(headers);
        if (credentials !== undefined) await context.setHTTPCredentials(credentials);
        if (Object.keys(given(shown)).length > 0) await page.emulateMedia(given(shown));
      });
      return { text: `Set: ${Object.keys(given(input)).join(', ') || 'nothing'}.` };
    },
    true,
  ),
};
