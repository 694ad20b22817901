#!/usr/bin/env python3
"""OpenMM's own test system on its OpenCL platform: forces compared with the reference platform, then
steps; operations.py says what is printed. "build" makes the context and computes the first forces."""
import os

import numpy as np
import openmm
from openmm import app, unit
from operations import report

pdb = app.PDBFile(os.path.join(os.path.dirname(app.__file__), "data", "test.pdb"))
explicit = app.ForceField("amber99sb.xml", "tip3p.xml")
# name: how the non-bonded forces are computed, the precision
SYSTEMS = {
    "PME": (dict(nonbondedMethod=app.PME, nonbondedCutoff=0.9), "single"),
    "PME, mixed precision": (dict(nonbondedMethod=app.PME, nonbondedCutoff=0.9), "mixed"),
    "reaction field": (dict(nonbondedMethod=app.CutoffPeriodic, nonbondedCutoff=0.9), "single"),
}


def context_of(system, platform, **properties):
    integrator = openmm.LangevinMiddleIntegrator(300, 1, 0.002)
    context = openmm.Context(system, integrator, openmm.Platform.getPlatformByName(platform),
                             properties)
    context.setPositions(pdb.positions)
    return context


def forces(context):
    state = context.getState(getForces=True)
    return state.getForces(asNumpy=True).value_in_unit(unit.kilojoule_per_mole / unit.nanometer)


def main():
    for name, (options, precision) in SYSTEMS.items():
        system = explicit.createSystem(pdb.topology, constraints=app.HBonds, **options)
        expected = forces(context_of(system, "Reference"))
        made = []

        def compute():
            if not made:
                made.append(context_of(system, "OpenCL", OpenCLPrecision=precision))
            return forces(made[0])

        report(f"{name}: forces", compute, lambda result: np.median(
            np.linalg.norm(result - expected, axis=1) / np.linalg.norm(expected, axis=1)) < 1e-3)
        context = made[0]
        openmm.LocalEnergyMinimizer.minimize(context, 100, 20)

        def steps():
            context.getIntegrator().step(20)
            state = context.getState(getEnergy=True)
            return state.getPotentialEnergy().value_in_unit(unit.kilojoule_per_mole)

        report(f"{name}: 20 steps", steps, lambda energy: np.isfinite(energy) and energy < 0)


if __name__ == "__main__":
    main()
