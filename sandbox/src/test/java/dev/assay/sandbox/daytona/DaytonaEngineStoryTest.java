package dev.assay.sandbox.daytona;

import dev.assay.sandbox.remote.Background;
import dev.assay.sandbox.remote.RemoteContract;
import dev.assay.sandbox.settings.DaytonaSettings;
import dev.assay.skill.Secret;
import dev.assay.testkit.provider.DaytonaServer;
import dev.assay.testkit.provider.DaytonaServer.Generation;

/// Over a server of the earlier generation; what differs in the current one is tested with the
/// client.
class DaytonaEngineStoryTest extends RemoteContract {
  @Override
  protected Kit kit(Background background) {
    return kit(background, Generation.EARLIER);
  }

  static Kit kit(Background background, Generation generation) {
    DaytonaServer server = new DaytonaServer(background.engine(), background.image(), generation);
    return new Kit(
        server,
        new DaytonaProvider(
            DaytonaSettings.of(server.api(), Secret.of(DaytonaServer.KEY), DaytonaServer.BASE)
                .with(Background.QUICK)),
        DaytonaServer.BASE);
  }
}
