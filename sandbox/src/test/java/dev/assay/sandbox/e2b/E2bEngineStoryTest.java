package dev.assay.sandbox.e2b;

import dev.assay.sandbox.remote.Background;
import dev.assay.sandbox.remote.RemoteContract;
import dev.assay.sandbox.settings.E2bSettings;
import dev.assay.skill.Secret;
import dev.assay.testkit.provider.E2bServer;
import dev.assay.testkit.provider.E2bServer.Offer;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Optional;

/// Over a server without `/connect`.
class E2bEngineStoryTest extends RemoteContract {
  @Override
  protected Kit kit(Background background) {
    E2bServer server =
        new E2bServer(background.engine(), background.image(), EnumSet.of(Offer.SNAPSHOTS));
    return new Kit(
        server,
        new E2bProvider(
            E2bSettings.of("example.test", Secret.of(E2bServer.KEY), E2bServer.BASE)
                .at(server.api(), Optional.of(server.api()))
                .with(Background.QUICK),
            InstantSource.system()),
        E2bServer.BASE);
  }
}
