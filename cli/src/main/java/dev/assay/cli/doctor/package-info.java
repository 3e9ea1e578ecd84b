/// The command `assay doctor`, which tries what works on this machine.
/// [dev.assay.cli.doctor.DoctorCommand] is the way in. [dev.assay.cli.doctor.DoctorChecks] checks
/// the machine; the other diagnoses try models, package indexes and sandbox engines.
@NullMarked
package dev.assay.cli.doctor;

import org.jspecify.annotations.NullMarked;
